import type { MatchConfidence } from '#src/domain/network.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { fillTable } from '../store/sql.ts'
import { namesAgree } from './names-agree.ts'
import { openNetworkSql } from './state.ts'

const sql = openNetworkSql('040-match')

const TABLES = 'match_filed, match_asked, match_held, match_named, match_alike, match_unlisted'

/** Fills the temporary table `due_edge` with the rows of a batch's funders. */
export async function writeDueEdges(session: Session, batch: number): Promise<void> {
  await session.query(sql('due-edge'), [batch])
  await session.query('analyze due_edge')
}

/**
 * Finds the recipient of each row of `due_edge` (the columns of filed_edge with funder_ein) and
 * creates the temporary table `edge_match (object_id, ordinal, recipient_ein, match_method,
 * match_confidence)` with one row for each. Call it within a transaction, after
 * `writeOrganizationKeys`.
 */
export async function matchRecipients(session: Session): Promise<void> {
  await session.query(sql('match-tables'))
  await agreeNames(session)
  await weighUnlisted(session)
  await session.query(sql('edge-match'))
  // If they were dropped without being truncated, they would keep their disk space until the
  // commit.
  await session.query(`truncate ${TABLES}; drop table ${TABLES}`)
}

type Doubted = { ein: string; name: string; city: string; known: string[] }

/** Marks the filed EINs whose organization has a name similar to the one in the row. */
async function agreeNames(session: Session): Promise<void> {
  const table = { table: 'match_alike', columns: 'ein text, name text' }
  await fillTable<Doubted>(session, table, sql('match-doubted'), ({ ein, name, city, known }) =>
    known.some((other) => namesAgree(name, other, city)) ? [[ein, name]] : [],
  )
  await session.query(sql('match-agreed'))
}

type Unlisted = { ein: string; names: FiledName[] }

/** Fills `match_unlisted` with the EINs that count although no organization has them. */
const weighUnlisted = (session: Session): Promise<void> =>
  fillTable<Unlisted>(
    session,
    { table: 'match_unlisted', columns: 'ein text, name_key text, confidence match_confidence' },
    sql('match-unlisted'),
    ({ ein, names }) =>
      [...weighFiledNames(names)].map(([key, confidence]) => [ein, key, confidence]),
  )

/** A name that filings give an EIN. */
export type FiledName = {
  /** The name as it is compared. */
  key: string
  name: string
  /** How many funders file it; the first and the last of them by EIN. */
  funders: number
  first: string
  last: string
}

// A university or city has departments with names of their own. The EIN of a payer, a fiscal sponsor,
// or a food bank's parent is filed for dozens of recipients, which share no name.
const MANY_UNLIKE = 4
// The name of the organization is among the most common ones.
const CANDIDATES = 20

/**
 * Returns how reliable an EIN is that no loaded organization has, by the key of the name next to it:
 * `Moderate` if two funders file it with names that agree, otherwise `Weak`. Returns nothing if four
 * or more names, and most of them, are unlike the main one. `names` begins with the most common name.
 */
export function weighFiledNames(
  names: readonly FiledName[],
): ReadonlyMap<string, Extract<MatchConfidence, 'Moderate' | 'Weak'>> {
  const main = largestGroup(names)
  const unlike = names.length - main.size
  if (unlike >= MANY_UNLIKE && unlike > main.size) return new Map()
  const isMainShared = isShared([...main])
  return new Map(
    names.map((one) => {
      const isSure = main.has(one) ? isMainShared : isShared([one])
      return [one.key, isSure ? 'Moderate' : 'Weak']
    }),
  )
}

/** Returns the largest set of names that agree with one of the most common ones. */
function largestGroup(names: readonly FiledName[]): ReadonlySet<FiledName> {
  const groups = names
    .slice(0, CANDIDATES)
    .map((main) => names.filter((one) => one === main || namesAgree(one.name, main.name)))
  const largest = groups.toSorted((one, other) => other.length - one.length)[0]
  return new Set(largest)
}

const isShared = (names: readonly FiledName[]): boolean =>
  new Set(names.flatMap(({ first, last }) => [first, last])).size > 1
