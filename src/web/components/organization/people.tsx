import { displayName } from '#src/domain/display-name.ts'
import { refOf } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { PeopleListed } from '#src/domain/facts/derived-operands.ts'
import { isUnreadable, type Row } from '#src/domain/facts/tables/read-rows.ts'
import { OFFICER_TABLES } from '#src/domain/facts/tables/tables.ts'
import { formatCount } from '#src/domain/money.ts'
import type { Filing } from '#src/organizations/organization.ts'
import type { Page } from '#src/organizations/page/page.ts'
import {
  GOVERNANCE_KEYS,
  type GovernanceField,
  type GovernanceKey,
} from '#src/organizations/people/governance.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import { Dollars, Figure, Value } from '../figure.tsx'
import { column, numeric, Table } from '../table.tsx'
import { Term } from '../text.tsx'
import { Band, FIRST_ROWS, linkSection } from './band.tsx'

/** `people` is undefined if the form lists none, or too many to compare. */
type LeadershipProps = { page: Page; people: PeopleListed | undefined }
type Column = { key: string; label: string }

const TITLE = 'Leadership and pay'

/** The best-paid people, with their pay as the form reports it. */
export const Leadership = ({ page, people }: LeadershipProps) => {
  const { filing, organization } = page
  const href = linkSection(page, 'Leadership')
  const table = OFFICER_TABLES[filing.form]
  if (href === undefined || table === undefined) return null
  if (people === undefined) {
    return (
      <Band id="leadership" title={TITLE} more={{ href, label: 'Everyone listed' }}>
        <p>The list of people is too long to sort by pay.</p>
      </Band>
    )
  }
  const all = [...people.officers, ...people.employees]
  const pay = describeTable(filing, table, all.length).columns.filter(({ unit }) => unit === 'USD')
  const isUnranked = ({ cells }: Row) => pay.some(({ key }) => isUnreadable(cells[key]))
  const unranked = all.filter(isUnranked).length
  const rows = all.toSorted((a, b) => paidTo(b, pay) - paidTo(a, pay)).slice(0, FIRST_ROWS)
  return (
    <Band
      id="leadership"
      title={TITLE}
      more={{
        href,
        label:
          all.length === 1 ? 'The person listed' : `All ${formatCount(all.length)} people listed`,
      }}
    >
      <Table<Row>
        name="Highest-paid people"
        caption={
          unranked === 0
            ? 'Highest-paid of the people listed, by the sum of the columns'
            : `Highest-paid of the people listed (${unranked} not ranked because their pay is not readable)`
        }
        isCaptioned
        rows={rows}
        columns={[
          column(
            'Name and title',
            (row) => <Person ein={organization.ein} filing={filing} row={row} />,
            {
              cellClass: 'person',
            },
          ),
          ...pay.map(({ key, label }) =>
            numeric<Row>(label, ({ cells }) => (
              <Dollars
                ein={organization.ein}
                label={labelIn(cells, label)}
                figure={{
                  value: cells[key]?.value,
                  ref: cells[key] && refOf(filing, cells[key].path),
                }}
              />
            )),
          ),
        ]}
      />
    </Band>
  )
}

const paidTo = ({ cells }: Row, pay: readonly Column[]): number =>
  pay.reduce((sum, { key }) => {
    const value = cells[key]?.value
    return sum + (typeof value === 'number' ? value : 0)
  }, 0)

// Screen readers can read a cell without its row.
const labelIn = ({ name }: Row['cells'], label: string): string =>
  name ? `${label}, ${displayName(String(name.value))}` : label

type PersonProps = { ein: string; filing: Filing; row: Row }

const Person = ({ ein, filing, row: { cells } }: PersonProps) => {
  const textOf = (key: 'name' | 'title', label: string) => {
    const cell = cells[key]
    if (!cell) return <span class="unknown">{label.toLowerCase()} not reported</span>
    const cited = { ein, label: labelIn(cells, label), ref_: refOf(filing, cell.path) }
    return <Value {...cited} value={cell.value} isName={key === 'name'} />
  }
  return (
    <>
      {textOf('name', 'Name')}
      <span class="below">{textOf('title', 'Title')}</span>
    </>
  )
}

const QUESTIONS: Record<GovernanceKey, string> = {
  boardSize: 'Voting members of the board',
  independentBoardMembers: 'Independent members',
  conflictOfInterestPolicy: 'Conflict of interest policy',
  whistleblowerPolicy: 'Whistleblower policy',
  documentRetentionPolicy: 'Document retention policy',
  boardMeetingMinutes: 'Minutes of board meetings',
  compensationReview: 'Review of executive pay',
  auditedFinancials: 'Audited financial statements',
  materialDiversion: 'Material diversion of assets',
  foreignActivities: 'Activities abroad',
  fundraisingActivities: 'Fundraising activities',
  relatedPartyTransactions: 'Transactions with related parties',
}

type GovernanceProps = { page: Page; governance: readonly GovernanceField[] }

/** The board and its policies: yes, no, or not reported. */
export const Governance = ({ page, governance }: GovernanceProps) => {
  const { form } = page.filing
  const href = linkSection(page, 'Governance')
  if (href === undefined && governance.length === 0) return null
  const byKey = new Map(governance.map((field) => [field.key, field]))
  // Other forms ask few of these questions, so a missing answer there is not "not reported".
  const keys = GOVERNANCE_KEYS.filter((key) => form === '990' || byKey.has(key))
  return (
    <Band id="governance" title="Governance" more={{ href, label: 'All questions and answers' }}>
      {form !== '990' && (
        <p class="quiet">{`${FORM_NAMES[form]} does not ask about most board policies.`}</p>
      )}
      <dl class="answers">
        {keys.map((key) => {
          const label = QUESTIONS[key]
          const { value, ref } = byKey.get(key) ?? {}
          return (
            <Term key={key} term={label}>
              <Figure ein={page.organization.ein} label={label} figure={{ value, ref }} />
            </Term>
          )
        })}
      </dl>
    </Band>
  )
}
