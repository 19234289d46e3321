import { formatDay } from '#src/domain/days.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import type { ListedFiling } from '#src/organizations/filings/filings.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { changesPath, organizationPath, originalUrl, returnPath } from '../links.ts'
import { useSite } from './layout.tsx'
import { ChoiceChips } from './navigation.tsx'
import { column, Table } from './table.tsx'
import { Day } from './text.tsx'

/** Returns the name of a filing: "Form 990, tax year 2022". */
export const nameFiling = ({ form, taxYear }: Pick<FilingSummary, 'form' | 'taxYear'>): string =>
  `${FORM_NAMES[form]}, tax year ${taxYear}`

/** Returns the checked boxes of a submission, in words. */
export function marksOf(filing: FilingSummary): string[] {
  return [
    filing.isAmended && 'Amended return',
    filing.isInitial && 'Initial return',
    filing.isFinal && (filing.form === '990N' ? 'Terminated' : 'Final return'),
    filing.isGroupReturn && 'Group return',
    isShortYear(filing) && 'Short year',
  ].filter((mark) => mark !== false)
}

type FilingProps<Key extends keyof FilingSummary> = { filing: Pick<FilingSummary, Key> }

/** The period a filing covers. */
export const Period = ({ filing }: FilingProps<'taxPeriodBegin' | 'taxPeriodEnd'>) => (
  <>
    {filing.taxPeriodBegin ? <Day iso={filing.taxPeriodBegin} /> : 'start not reported'} to{' '}
    <Day iso={filing.taxPeriodEnd} />
  </>
)

/** The day on which a filing was received, which is unknown for postcards. */
export const Received = ({ filing: { receivedOn } }: FilingProps<'receivedOn'>) =>
  receivedOn ? <Day iso={receivedOn} /> : <span class="unknown">not known</span>

/** Returns a sentence on how old a filing's figures are, for the end of its page. */
export function lagOf(filing: FilingSummary): string {
  const { taxPeriodEnd, receivedOn } = filing
  const received = receivedOn ? formatDay(receivedOn) : undefined
  return `This page shows ${nameFiling(filing)}, for the period that ended ${formatDay(taxPeriodEnd)}. ${received ? `The IRS received it on ${received}.` : 'The date when the IRS received it is not known.'} Later events are not included.`
}

/** Returns the forms of an organization's current filings, each with its tax years, newest first. */
const yearsByForm = ({ filings }: Pick<Organization, 'filings'>) =>
  FORMS.map((form) => {
    const own = filings.filter((one) => one.form === form && one.isCurrent)
    return { form, years: [...new Set(own.map(({ taxYear }) => taxYear))] }
  }).filter(({ years }) => years.length > 0)

type SwitchProps = {
  organization: Organization
  filing: Pick<FilingSummary, 'form' | 'taxYear'>
  /** Returns the address of the same page of another form and year. */
  pathOf: (selection: { form: Form; year: number }) => string
}

/** Links to the same page of an organization's other forms and years. */
export const FilingSwitch = ({
  organization,
  filing: { form: shown, taxYear },
  pathOf,
}: SwitchProps) => {
  const forms = yearsByForm(organization)
  const ofShown = forms.find(({ form }) => form === shown)?.years ?? []
  return (
    <>
      {forms.length > 1 && (
        <ChoiceChips
          name="Form"
          choices={forms.map(({ form, years: [year = taxYear] }) => ({
            text: FORM_NAMES[form],
            href: pathOf({ form, year }),
            isOn: form === shown,
          }))}
        />
      )}
      <ChoiceChips
        name="Tax year"
        choices={ofShown.map((year) => ({
          text: String(year),
          href: pathOf({ form: shown, year }),
          isOn: year === taxYear,
        }))}
      />
    </>
  )
}

type OriginalProps = {
  ein: string
  filing: Pick<FilingSummary, 'objectId' | 'form' | 'taxYear'>
}

/** Links to the original at a public viewer and to the stored XML; postcards have neither. */
export const OriginalLinks = ({ ein, filing }: OriginalProps) => {
  const { filingViewerUrl } = useSite()
  const original = originalUrl(filingViewerUrl, ein, filing)
  if (filing.form === '990N') return null
  return (
    <>
      {original && (
        <>
          <a href={original} rel="noreferrer external">
            {`Original at ${new URL(original).hostname}`}
            <span class="hidden">{`, ${nameFiling(filing)}`}</span>
          </a>{' '}
          ·{' '}
        </>
      )}
      <a href={`/charity/${ein}/filings/${filing.objectId}.xml`} download>
        Download XML
        <span class="hidden">{`, ${nameFiling(filing)}`}</span>
      </a>
    </>
  )
}

type TableProps = { ein: string; filings: readonly ListedFiling[] }

/** Submissions with their period, date of receipt, state, and warnings. */
export const FilingsTable = ({ ein, filings }: TableProps) => (
  <Table<ListedFiling>
    name="Filings"
    caption="Filings, newest period first"
    class="filings"
    rows={filings}
    attributesOf={({ objectId }) => ({ id: objectId })}
    columns={[
      column('Return', (filing) => (
        <a href={returnPath(ein, filing.objectId)}>
          {`${FORM_NAMES[filing.form]}, ${filing.taxYear}`}
        </a>
      )),
      column('Period', (filing) => <Period filing={filing} />),
      column('Received', (filing) => <Received filing={filing} />),
      column('Status', (filing) => <State filing={filing} ein={ein} />),
      column('Object ID', (filing) => (
        <>
          <code>{filing.objectId}</code>
          <div class="go">
            <OriginalLinks ein={ein} filing={filing} />
          </div>
        </>
      )),
      column('Warnings', (filing) => filing.warnings.join(', ') || 'none'),
    ]}
  />
)

const State = ({ filing, ein }: { filing: ListedFiling; ein: string }) => {
  const { isCurrent, supersededBy, opensByYear, objectId, replaces } = filing
  return (
    <>
      <span class="chip">{stateOf(filing)}</span>
      {supersededBy && (
        <>
          {' by '}
          <a href={`#${supersededBy}`}>
            <code>{supersededBy}</code>
          </a>
        </>
      )}
      {marksOf(filing).map((mark) => `, ${mark.toLowerCase()}`)}
      {isCurrent && !opensByYear && (
        <p class="quiet">The link for this year opens another filing.</p>
      )}
      <span class="go">
        {replaces !== undefined && (
          <>
            {' '}
            <a href={changesPath(ein, objectId)}>What it changed</a>
          </>
        )}
        {opensByYear && (
          <>
            {' '}
            <a href={organizationPath(ein, { form: filing.form, year: filing.taxYear })}>
              Overview of {filing.taxYear}
            </a>
          </>
        )}
      </span>
    </>
  )
}
