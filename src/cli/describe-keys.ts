import Table from 'cli-table3'
import type { ListedKey } from '../access/keys.ts'

// 80 columns with borders; an owner may have 200 characters and is wrapped.
const COLUMNS = [6, 9, 15, 10, 10, 11, 11]

/** Every key as a table of at most 80 columns, without the keys themselves. */
export function describeKeys(keys: ListedKey[]): string {
  if (keys.length === 0) return 'No keys yet; make one with npm run keys -- create.'
  const table = new Table({
    head: ['Id', 'Tier', 'Owner', 'Data', 'Advanced', 'Created', 'Revoked'],
    colWidths: COLUMNS,
    wordWrap: true,
    wrapOnWordBoundary: false,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
  })
  for (const key of keys) {
    table.push([
      key.id,
      key.tier,
      key.owner,
      showLimit(key.dataLimit),
      showLimit(key.advancedLimit),
      key.createdAt.toISOString().slice(0, 10),
      key.revokedAt?.toISOString().slice(0, 10) ?? '',
    ])
  }
  return table.toString()
}

function showLimit(limit: number | null): string {
  if (limit === null) return "tier's"
  return limit < 0 ? 'unlimited' : limit.toLocaleString('en')
}
