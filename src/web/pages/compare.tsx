import type { FastifyReply } from 'fastify'
import { todayInUtc } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import {
  type ComparedOrganization,
  type Comparison,
  compareOrganizations,
  isCompared,
  MAX_COMPARED,
  MIN_COMPARED,
  type NotCompared,
} from '#src/organizations/compare/compare.ts'
import { readReleaseTime } from '#src/organizations/open-profile.ts'
import { facetLabel } from '#src/search/facets.ts'
import { searchPath } from '#src/web/search/address.ts'
import { ActiveFilters, ReadinessShown } from '../components/chips.tsx'
import { CompareByYear } from '../components/compare/by-year.tsx'
import { CompareTable } from '../components/compare/table.tsx'
import { Layout } from '../components/layout.tsx'
import { HiddenFields } from '../components/list-tools.tsx'
import { ChoiceChips } from '../components/navigation.tsx'
import { showPlace } from '../components/place.ts'
import { SearchBox } from '../components/search/box.tsx'
import {
  DisplayName,
  FactsLine,
  Name,
  OrganizationLink,
  TextList,
  toLabel,
} from '../components/text.tsx'
import { type CompareAddress, comparePath, memoPath, withFound, withoutOne } from '../links.ts'
import { addPage, type Pages, SEARCH_TERMS } from '../render.ts'
import {
  isComparable,
  type OpenName,
  type ReadCompare,
  readCompare,
  resolveNames,
} from './compare-address.ts'

// About as many years of returns as exist.
const MAX_FILED = 30

/** Adds `GET /compare`: organizations side by side, and a metric of them by tax year. */
export function addComparePages(pages: Pages): void {
  const { deps } = pages
  const answer = async ({ query }: { query: Record<string, unknown> }, reply: FastifyReply) => {
    const { address: asked, faults } = readCompare(query)
    const isNamed = [query.Name].flat().some((name) => name !== undefined && name !== '')
    const { eins, open } = await resolveNames(deps, asked.names)
    const address = {
      ...asked,
      eins: [...new Set([...asked.eins, ...eins])],
      names: open.map(({ name }) => name),
    }
    const isFound = address.eins.length > 0 && open.length + faults.length === 0
    // Names that resolve become EINs in the address, so that it can be shared.
    if (isNamed && isFound) return reply.redirect(comparePath(address), 303)
    const [comparison, releasedAt] = await Promise.all([
      address.eins.length > 0
        ? compareOrganizations(deps, address.eins, address, todayInUtc(deps), { years: MAX_FILED })
        : undefined,
      readReleaseTime(deps),
    ])
    return <ComparePage {...{ address, open, faults, comparison, releasedAt }} />
  }
  addPage(pages, '/compare', answer, { terms: SEARCH_TERMS })
}

type Props = {
  address: CompareAddress
  open: OpenName[]
  faults: ReadCompare['faults']
  comparison: Comparison | undefined
  releasedAt: string | undefined
}

const ComparePage = ({ address, open, faults, comparison, releasedAt }: Props) => {
  const organizations = comparison?.organizations ?? []
  const compared = organizations.filter(isCompared)
  const { metric: _, ...inApi } = withoutNames(address)
  return (
    <Layout
      {...titleOf(compared)}
      description="Compare two to five nonprofits by the figures in their public filings. Figures as filed link to their line."
      path={comparePath(withoutNames(address))}
      isListed={address.eins.length === 0}
      current="/compare"
      releasedAt={comparison?.compiledAt ?? releasedAt}
    >
      <h1>{compared.length > 1 ? 'Side by side' : 'Compare organizations'}</h1>
      <CompareAsk address={address} organizations={organizations} open={open} faults={faults} />
      {isComparable(address) && comparison && (
        <>
          <Years address={address} compared={compared} />
          <Cautions comparison={comparison} />
          <CompareByYear address={address} compared={compared} />
          {compared.length > 0 && <CompareTable address={address} compared={compared} />}
          <p>
            <a href={memoPath(address.eins)}>Create memo of these organizations</a>
          </p>
          <p class="quiet">
            Get this comparison from the API:{' '}
            <a href={`/api/v2${comparePath(inApi)}`}>/api/v2/compare</a>.
          </p>
        </>
      )}
    </Layout>
  )
}

const withoutNames = (address: CompareAddress): CompareAddress => ({ ...address, names: [] })

// Names are long, and browsers cut a title of three.
const NAME_LENGTH = 30

const titleOf = (compared: readonly ComparedOrganization[]) => {
  if (compared.length === 0) return { title: 'Compare organizations' }
  const names = compared.map(({ name }) => toLabel(displayName(name), NAME_LENGTH))
  return { title: `${names.join(', ')} compared`, of: '' }
}

/** Cautions about the figures, and the organizations that are not compared. */
const Cautions = ({ comparison: { organizations, cautions } }: { comparison: Comparison }) => {
  const left = organizations.flatMap((one) => (isCompared(one) ? [] : [one]))
  if (cautions.length + left.length === 0) return null
  return (
    <section aria-labelledby="mind">
      <h2 id="mind">Before you compare</h2>
      <ul class="notice">
        {cautions.map((caution) => (
          <li key={caution}>
            <Name>{caution}</Name>
          </li>
        ))}
        {left.map(({ ein, name, error, readiness }) => (
          <li key={ein}>
            {name === undefined ? (
              `EIN ${formatEin(ein)}`
            ) : (
              <OrganizationLink ein={ein} name={name} />
            )}{' '}
            is not compared: <Name>{error.reason}</Name>{' '}
            {readiness && (
              <ReadinessShown
                name={name === undefined ? formatEin(ein) : displayName(name)}
                readiness={readiness}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type YearsProps = { address: CompareAddress; compared: readonly ComparedOrganization[] }

// About 15 years of filings are published, which would be too many links.
const MAX_YEARS = 8

/** Tax years that all of the organizations filed for. */
const Years = ({ address, compared }: YearsProps) => {
  const [first, ...others] = compared
  const years = (first?.taxYears ?? []).filter((year) =>
    others.every(({ taxYears }) => taxYears.includes(year)),
  )
  if (years.length === 0 || others.length === 0) return null
  const { year: chosen, ...latest } = address
  return (
    <ChoiceChips
      name="Tax year"
      choices={[
        { text: 'Latest of each', href: comparePath(latest), isOn: chosen === undefined },
        ...years.slice(0, MAX_YEARS).map((year) => ({
          text: String(year),
          href: comparePath({ ...address, year }),
          isOn: chosen === year,
        })),
      ]}
    />
  )
}

type AskProps = {
  address: CompareAddress
  organizations: readonly (ComparedOrganization | NotCompared)[]
  open: readonly OpenName[]
  faults: readonly string[]
}

/** The organizations compared, with a link to remove each and a form to add another. */
const CompareAsk = ({ address, organizations, open, faults }: AskProps) => (
  <>
    {organizations.length === 0 && (
      <p>
        Compare the figures, ratings, governance, and warnings of two to five organizations. Enter
        names or EINs. You can share the address of the result.
      </p>
    )}
    {faults.length > 0 && (
      <TextList class="notice" aria-label="Entries that are not valid" texts={faults} />
    )}
    {open.map((one) => (
      <WhoIsMeant key={one.name} address={address} {...one} />
    ))}
    <ActiveFilters
      name="Organizations compared"
      chips={organizations.map(({ ein, name = `EIN ${formatEin(ein)}` }) => ({
        label: displayName(name),
        href: comparePath(withoutOne(address, ein)),
      }))}
    />
    <AskForm address={address} />
  </>
)

const WhoIsMeant = ({ address, name, candidates }: OpenName & { address: CompareAddress }) => (
  <section class="card who" aria-label={`Organizations that match ${name}`}>
    <p>
      {candidates.length > 0 ? (
        <>
          Which organization do you mean by “<Name>{name}</Name>”?
        </>
      ) : (
        <>
          No organization is named “<Name>{name}</Name>”.
        </>
      )}
    </p>
    {candidates.length > 0 ? (
      <ul class="plain-list">
        {candidates.map(({ ein, form, ...one }) => (
          <li key={ein}>
            <a href={comparePath(withFound(address, name, ein))}>
              <DisplayName name={one.name} />
            </a>{' '}
            <span class="quiet">
              <FactsLine
                facts={[showPlace(one), form && facetLabel('Form', form), `EIN ${formatEin(ein)}`]}
              />
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p class="quiet">
        Try different words or the nine-digit EIN, or{' '}
        <a href={searchPath({ Query: name, Mode: 'Discovery' })}>search by what organizations do</a>
        .
      </p>
    )}
    <p class="quiet">
      <a href={comparePath(withFound(address, name))}>
        Remove <Name>“{name}”</Name>
      </a>
    </p>
  </section>
)

// People often compare three. A field left empty is ignored.
const FIRST_FIELDS = 3

/** One more field, or enough for a whole comparison. */
const AskForm = ({ address }: Pick<AskProps, 'address'>) => {
  const { eins, names = [], form, year, metric } = address
  const chosen = eins.length + names.length
  if (chosen >= MAX_COMPARED) {
    return (
      <p class="quiet no-more">{`You can compare up to ${MAX_COMPARED} organizations. To add one, remove another.`}</p>
    )
  }
  const fields = Math.max(1, FIRST_FIELDS - chosen)
  return (
    <form action="/compare" class="compare-form">
      {eins.length > 0 && <input type="hidden" name="EINs" value={eins.join(',')} />}
      {names.map((name) => (
        <input key={name} type="hidden" name="Name" value={name} />
      ))}
      <HiddenFields fields={{ Form: form, Year: year, Metric: metric }} />
      <div class="row">
        {Array.from({ length: fields }, (_, at) => (
          <div key={at} class="field">
            <label for={`name-${at}`}>
              {chosen + at > 0 ? 'Another organization' : 'Organization'}
            </label>
            <SearchBox id={`name-${at}`} name="Name" placeholder="Name or EIN" isFilled />
          </div>
        ))}
        <button type="submit" class={eins.length >= MIN_COMPARED ? 'plain' : undefined}>
          {chosen === 0 ? 'Compare' : 'Add'}
        </button>
      </div>
    </form>
  )
}
