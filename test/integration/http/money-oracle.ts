import { basename } from 'node:path'
import type { Block, BlockValue } from '#src/domain/blocks.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { RealReturn } from '#test/real/returns.ts'

/** A row of money given, its recipient, and the amount as filed. */
export type PaidRow = {
  funder: string
  recipient: string
  category: string
  year: number
  amount: number | null
}

type Resolved = PaidRow & { file: string; path: string }

// Plain rows, from which this oracle derives what is current, what is a grant, and the sums. Loans
// do not count, and neither do Schedule R gifts to recipients on Schedule I of the return.
const ROWS = `
  select f.ein as funder, m.recipient_ein as recipient, e.category::text, f.tax_year as year,
    e.amount, coalesce(f.source_member, f.source_archive) as file, e.path
  from filed_edge e
  join filing f using (object_id)
  join money_edge m using (object_id, ordinal)
  where f.is_current and m.recipient_ein is not null and e.category <> 'FoundationApproved'
    and not (e.category = 'RelatedTransfer' and (
      e.purpose like '%Loan%' or e.purpose like '%Gift%' and exists (
        select from filed_edge i
        where i.object_id = e.object_id and i.category = 'ScheduleI'
          and (i.ein = e.ein or lower(i.name) = lower(e.name)))))`

/** Returns rows of current filings whose recipient is resolved, with the stored amounts. */
export const readPaidRows = (db: Postgres): Promise<PaidRow[]> => db.query<Resolved>(ROWS)

/** Returns the same rows with each amount read from the XML of the return. */
export async function readRowsOfXml(db: Postgres, returns: readonly RealReturn[]) {
  const byFile = new Map(returns.map((one) => [one.file, one]))
  const rows = await db.query<Resolved>(ROWS)
  return rows.map((row) => ({ ...row, amount: amountAt(byFile.get(basename(row.file)), row.path) }))
}

const isBlock = (value: BlockValue | undefined): value is Block =>
  typeof value === 'object' && !Array.isArray(value)

const AMOUNTS =
  /^(CashGrantAmt|AmountOfCashGrant|NonCashAssistanceAmt|AmountOfNonCashAssistance|Amt|Amount|CompensationAmt|InvolvedAmt|AmountInvolved|Compensation)$/

/** Returns the dollars of a row: cash and noncash together. */
function amountAt(filed: RealReturn | undefined, path: string): number | null {
  const [part = '', ...steps] = path.slice(1).split('/')
  const block = filed?.blocks.find((one) => one.block === part)
  const row = steps.reduce<BlockValue | undefined>(goTo, block?.content)
  if (!isBlock(row)) throw new Error(`${path} is not in ${filed?.file}.`)
  const amounts = Object.entries(row).flatMap(([name, value]) =>
    AMOUNTS.test(name) && typeof value === 'string' ? [Number(value)] : [],
  )
  return amounts.length > 0 ? amounts.reduce((sum, one) => sum + one, 0) : null
}

function goTo(value: BlockValue | undefined, step: string): BlockValue | undefined {
  const [name = '', place = '1'] = step.split(/[[\]]/)
  const child = isBlock(value) ? value[name] : undefined
  return Array.isArray(child) ? child[Number(place) - 1] : child
}

/** Returns rows of a registry for every EIN on Schedule I of the returns. */
export function toRecipients(returns: readonly RealReturn[]) {
  const found = returns.flatMap(({ blocks }) =>
    blocks.flatMap(({ block, content }) =>
      block === 'IRS990ScheduleI' ? listOf(content.RecipientTable) : [],
    ),
  )
  return found.flatMap((row) => {
    const ein = row.RecipientEIN ?? row.EINOfRecipient
    const [name = ''] = textsOf(row.RecipientBusinessName ?? row.RecipientNameBusiness)
    const address = row.USAddress ?? row.AddressUS
    if (typeof ein !== 'string' || !isBlock(address)) return []
    const city = String(address.CityNm ?? address.City)
    const state = String(address.StateAbbreviationCd ?? address.State)
    return [{ ein, name: plain(name), city: plain(city), state }]
  })
}

const listOf = (value: BlockValue | undefined): Block[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => isBlock(one))

const textsOf = (value: BlockValue | undefined): string[] =>
  isBlock(value) ? Object.values(value).filter((one) => typeof one === 'string') : []

const plain = (text: string): string => text.replaceAll(/[",]/g, ' ')
