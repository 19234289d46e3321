import Table from 'cli-table3'
import { isUnlimited, limitOf } from '../access/allowances.ts'
import type { ListedKey } from '../access/keys.ts'
import type { Used } from '../access/usage.ts'

// 80 columns including borders. An owner has up to 200 characters and is wrapped.
const COLUMNS = [6, 9, 12, 13, 10, 11, 11]

const NOTHING: Used = { Data: 0, Advanced: 0 }

/**
 * Formats keys as a table of at most 80 columns, without the secrets, with today's use and the
 * limits. `used` is keyed by key id.
 */
export function describeKeys(keys: ListedKey[], used: ReadonlyMap<number, Used>): string {
  if (keys.length === 0)
    return 'No keys yet. Create one: npm run keys -- create --tier Paid --owner NAME'
  const table = new Table({
    head: ['ID', 'Tier', 'Owner', 'Data', 'Advanced', 'Created', 'Revoked'],
    colWidths: COLUMNS,
    wordWrap: true,
    wrapOnWordBoundary: false,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
  })
  for (const key of keys) {
    const { Data, Advanced } = used.get(key.id) ?? NOTHING
    table.push([
      key.id,
      key.tier,
      key.owner,
      showUse(Data, limitOf(key, 'Data')),
      showUse(Advanced, limitOf(key, 'Advanced')),
      key.createdAt.toISOString().slice(0, 10),
      key.revokedAt?.toISOString().slice(0, 10) ?? '',
    ])
  }
  return table.toString()
}

const showUse = (used: number, limit: number): string =>
  isUnlimited(limit)
    ? `${used.toLocaleString('en')},\nunlimited`
    : `${used.toLocaleString('en')} of\n${limit.toLocaleString('en')}`
