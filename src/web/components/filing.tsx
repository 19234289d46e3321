import { toRef } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORM_BLOCK, FORMS } from '#src/domain/form.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import type { ListedFiling } from '#src/organizations/filings/filings.ts'
import { stateOf, warningsOf } from '#src/organizations/filings/select-filing.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { evidencePath, organizationPath } from '../links.ts'
import { formatDay } from './formats.ts'
import { Table } from './table.tsx'
import { Day, MaybeLink } from './text.tsx'

/** Returns the name of a filing: "Form 990, tax year 2022". */
export const nameFiling = ({ form, taxYear }: Pick<FilingSummary, 'form' | 'taxYear'>): string =>
  `${FORM_NAMES[form]}, tax year ${taxYear}`

/** Returns the boxes that a submission ticks, as words. */
export function marksOf(filing: FilingSummary): string[] {
  return [
    filing.isAmended && 'Amended return',
    filing.isInitial && 'Initial return',
    filing.isFinal && (filing.form === '990N' ? 'Has terminated' : 'Final return'),
    filing.isGroupReturn && 'Group return',
    isShortYear(filing) && 'Short year',
  ].filter((mark) => mark !== false)
}

/** Returns why a filing is excluded, as sentences. */
export const whyExcluded = (reason: string): string =>
  `Excluded by the operator of this service. Reason: ${reason.replace(/\.$/, '')}.`

type FilingProps<Key extends keyof FilingSummary> = { filing: Pick<FilingSummary, Key> }

/** The period a filing covers. */
export const Period = ({ filing }: FilingProps<'taxPeriodBegin' | 'taxPeriodEnd'>) => (
  <>
    {filing.taxPeriodBegin ? <Day iso={filing.taxPeriodBegin} /> : 'begin not reported'} to{' '}
    <Day iso={filing.taxPeriodEnd} />
  </>
)

/** The day a filing was received, which is unknown for postcards. */
export const Received = ({ filing: { receivedOn } }: FilingProps<'receivedOn'>) =>
  receivedOn ? <Day iso={receivedOn} /> : <span class="unknown">not known</span>

/** Returns how old the figures of a filing are, as a sentence for the foot of its page. */
export function lagOf({ form, taxYear, taxPeriodEnd, receivedOn }: FilingSummary): string {
  const received = receivedOn
    ? `that the IRS received ${formatDay(receivedOn)}`
    : 'whose day of receipt is not known'
  return `The filing shown is ${FORM_NAMES[form]} of tax year ${taxYear}, whose period ended ${formatDay(taxPeriodEnd)} and ${received}; what has happened since is not in it.`
}

/** Returns the forms an organization has current filings on, each with its tax years, newest first. */
export const yearsByForm = ({ filings }: Pick<Organization, 'filings'>) =>
  FORMS.map((form) => {
    const own = filings.filter((one) => one.form === form && one.isCurrent)
    return { form, years: [...new Set(own.map(({ taxYear }) => taxYear))] }
  }).filter(({ years }) => years.length > 0)

type TableProps = { ein: string; filings: readonly ListedFiling[] }

/** The name of a filing; a link if its year opens it. */
export const FilingLink = ({ ein, filing }: { ein: string; filing: ListedFiling }) => {
  const { form, taxYear: year, opensByYear } = filing
  return (
    <MaybeLink href={opensByYear ? organizationPath(ein, { form, year }) : undefined}>
      {`${FORM_NAMES[form]}, ${year}`}
    </MaybeLink>
  )
}

/** Submissions with their period, day of receipt, state and warnings. */
export const FilingsTable = ({ ein, filings }: TableProps) => (
  <Table
    name="Filings"
    caption="Filings, newest period first"
    class="filings"
    heads={['Filing', 'Period', 'Received', 'State', 'Object id', 'Warnings']}
  >
    {filings.map((filing) => (
      <tr key={filing.objectId} id={filing.objectId}>
        <th scope="row">
          <FilingLink ein={ein} filing={filing} />
        </th>
        <td>
          <Period filing={filing} />
        </td>
        <td>
          <Received filing={filing} />
        </td>
        <td>
          <State filing={filing} ein={ein} />
        </td>
        <td>
          <code>{filing.objectId}</code>
        </td>
        <td>{warningsOf(filing).join(', ') || 'none'}</td>
      </tr>
    ))}
  </Table>
)

const State = ({ filing, ein }: { filing: ListedFiling; ein: string }) => {
  const { isCurrent, exclusion, supersededBy, opensByYear } = filing
  const marks = marksOf(filing)
  return (
    <>
      <span class="chip">{stateOf(filing)}</span>
      {exclusion !== null && ' by the operator of this service.'}
      {supersededBy && (
        <>
          {exclusion === null ? ' by ' : ' The current filing of the period is '}
          <a href={`#${supersededBy}`}>
            <code>{supersededBy}</code>
          </a>
        </>
      )}
      {marks.length > 0 && ` ${marks.join(', ')}.`}
      {isCurrent && !opensByYear && ' Another filing of the same year opens by the year.'}
      {!opensByYear && (
        <>
          {' '}
          <a href={evidencePath(ein, wholeOf(filing))}>Open this filing</a>
        </>
      )}
    </>
  )
}

/** Returns the Ref of the whole form, which opens a filing that no year opens. */
const wholeOf = ({ form, taxYear, objectId }: ListedFiling): string =>
  toRef({ form, taxYear, objectId, path: `/${FORM_BLOCK[form]}` })
