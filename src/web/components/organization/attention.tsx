import { citeRevocation } from '#src/domain/cite.ts'
import { formatMonth } from '#src/domain/days.ts'
import { countOf } from '#src/domain/money.ts'
import type { ShownCheck } from '#src/organizations/filings/shown-checks.ts'
import type { Page } from '#src/organizations/page/page.ts'
import type { CheckedList } from '#src/organizations/store/read-checked-lists.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import { tabPath } from '#src/web/links.ts'
import { ReadinessChip } from '../chips.tsx'
import { SourceLink } from '../figure.tsx'
import { TextList } from '../text.tsx'

const CHECKED: Record<CheckedList['list'], string> = {
  Registry: 'IRS registry of exempt organizations',
  Revocations: 'IRS list of revoked exemptions',
  OFAC: 'OFAC sanctions lists',
  SAM: 'SAM.gov exclusions list',
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

const nameOf = ({ list, asOf, entries }: CheckedList): string => {
  const known = [asOf && formatMonth(asOf), entries && countOf(entries, 'entry', 'entries')]
  const shown = known.filter(Boolean)
  return `the ${CHECKED[list]}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`
}

type Props = {
  page: Pick<Page, 'organization'>
  readiness: Readiness
  /** The lists that the organization was checked against. */
  checked: readonly CheckedList[]
  checks: readonly ShownCheck[]
}

/** What the diligence checks found, with its sources, or which lists they found nothing in. */
export const Attention = ({ page, readiness, checked, checks }: Props) => {
  const { reviewReasons, restriction } = readiness
  const restrictions = checked.filter(({ list }) => list === 'OFAC' || list === 'SAM')
  return (
    <section class="card attention" aria-labelledby="attention">
      <h2 id="attention">What to check</h2>
      <p>
        <ReadinessChip readiness={readiness} />
      </p>
      {reviewReasons.length > 0 ? (
        <>
          <TextList class="reasons" texts={reviewReasons} />
          {restriction?.status === 'Clear' && (
            <p class="quiet">{`We found no match on ${OR.format(restrictions.map(nameOf))}.`}</p>
          )}
        </>
      ) : (
        <p>{`We found no concerns in ${OR.format(['the latest return', ...checked.map(nameOf)])}.`}</p>
      )}
      <Sources page={page} checks={checks} />
    </section>
  )
}

/** Links to what the reasons are based on: entries of lists, and the checks of the return. */
const Sources = ({ page, checks }: Pick<Props, 'page' | 'checks'>) => {
  const { organization } = page
  const { ein } = organization
  const revoked = citeRevocation(organization)
  const refs = [...new Set(organization.restrictions.map(({ ref }) => ref))]
  const entries = [
    ...refs.map((ref_, at) => ({
      ...{ ref_, label: `reason ${at + 1}`, words: 'Restriction list entry' },
    })),
    ...(revoked
      ? [{ ref_: revoked.ref, label: 'revocation', words: 'Revocation list entry' }]
      : []),
  ]
  const isFailing = checks.some(({ status }) => status === 'Failed')
  if (entries.length === 0 && !isFailing) return null
  return (
    <ul class="sources">
      {entries.map((entry) => (
        <li key={entry.ref_}>
          <SourceLink ein={ein} {...entry} />
        </li>
      ))}
      {isFailing && (
        <li>
          <a href={`${tabPath(ein, 'rating')}#checks`}>Checks that failed</a>
        </li>
      )}
    </ul>
  )
}
