import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe } from 'vitest'
import type { Block, BlockValue } from '#src/domain/blocks.ts'
import { type MoneyWorld, withKey } from '#test/integration/http/money-world.ts'
import { openProfiles } from '#test/integration/http/profiles-world.ts'
import { proveSums, readPaidRows } from '#test/integration/http/prove-sums.ts'
import { toRegistry, writeMonth } from '#test/integration/indexer/made-lists.ts'
import { REAL } from './real-data.ts'
import { hasRealReturns, type RealReturn, readRealReturns } from './returns.ts'

describe.skipIf(!hasRealReturns)('real returns', () => {
  let world: MoneyWorld | undefined
  afterAll(() => world?.close())
  proveSums(async () => {
    const returns = readRealReturns()
    const folder = mkdtempSync(join(tmpdir(), 'money-'))
    const distinct = new Map(toRecipients(returns).map((row) => [row.ein, row]))
    const month = writeMonth(folder, '2026-04', { 'eo1.csv': toRegistry([...distinct.values()]) })
    const opened = await openProfiles('money_real', [REAL, month])
    world = await withKey(opened, () => rmSync(folder, { recursive: true }))
    const byFile = new Map(returns.map((one) => [one.file, one]))
    const rows = await readPaidRows(world.postgres)
    const filed = rows.map((row) => ({
      ...row,
      amount: amountAt(byFile.get(basename(row.file)), row.path),
    }))
    return { world, rows: filed }
  })
})

const isBlock = (value: BlockValue | undefined): value is Block =>
  typeof value === 'object' && !Array.isArray(value)

const AMOUNTS =
  /^(CashGrantAmt|AmountOfCashGrant|NonCashAssistanceAmt|AmountOfNonCashAssistance|Amt|Amount|CompensationAmt|InvolvedAmt|AmountInvolved|Compensation)$/

/** Returns the dollars of a row of the XML: cash and noncash together. */
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
function toRecipients(returns: readonly RealReturn[]) {
  const schedules = returns.flatMap(({ blocks }) =>
    blocks.filter(({ block }) => block === 'IRS990ScheduleI'),
  )
  const plain = (text: unknown): string => String(text).replaceAll(/[",]/g, ' ')
  return schedules
    .flatMap(({ content }) => [content.RecipientTable].flat().filter((one) => isBlock(one)))
    .flatMap((row) => {
      const ein = row.RecipientEIN ?? row.EINOfRecipient
      const named = row.RecipientBusinessName ?? row.RecipientNameBusiness
      const [name = ''] = isBlock(named) ? Object.values(named) : []
      const address = row.USAddress ?? row.AddressUS
      if (typeof ein !== 'string' || !isBlock(address)) return []
      const state = String(address.StateAbbreviationCd ?? address.State)
      return [{ ein, name: plain(name), city: plain(address.CityNm ?? address.City), state }]
    })
}
