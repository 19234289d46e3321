import { createHash, randomBytes } from 'node:crypto'
import type { Postgres, Session } from '../platform/clients/postgres.ts'
import { OperatorError } from '../platform/errors.ts'
import { keyClient, moveUsage, utcDay } from './usage.ts'

export const TIERS = ['Paid', 'Site', 'Internal'] as const
export type Tier = (typeof TIERS)[number]

/** Requests per UTC day: null is the tier's default, -1 unlimited. */
export type KeyLimits = { dataLimit: number | null; advancedLimit: number | null }
export type ApiKey = KeyLimits & { id: number; tier: Tier; owner: string }
export type ListedKey = ApiKey & { createdAt: Date; revokedAt: Date | null }

const KEY = /^nrk_[A-Za-z0-9_-]{43}$/

/** Returns whether a text has the form of a key: `nrk_` and 32 bytes in base64url. */
export const isKeyShaped = (text: string): boolean => KEY.test(text)

// A key is 256 random bits, so nobody can guess it and a fast hash is enough.
const hash = (key: string): Buffer => createHash('sha256').update(key).digest()
const makeKey = (): string => `nrk_${randomBytes(32).toString('base64url')}`

/** Stores the hash of a new key and returns the key, which cannot be shown again. */
export async function createKey(
  db: Session,
  wanted: { tier: Tier; owner: string } & Partial<KeyLimits>,
): Promise<{ id: number; key: string }> {
  const key = makeKey()
  const [row] = await db.query<{ id: number }>(
    `insert into api_key (key_sha256, tier, owner, data_limit, advanced_limit)
     values ($1, $2, $3, $4, $5) returning id`,
    [hash(key), wanted.tier, wanted.owner, wanted.dataLimit ?? null, wanted.advancedLimit ?? null],
  )
  if (!row) throw new Error('The database stored the key but did not return its ID.')
  return { id: row.id, key }
}

const COLUMNS = 'id, tier, owner, data_limit as "dataLimit", advanced_limit as "advancedLimit"'

/** Returns the key's record, or undefined if it is unknown or revoked. */
export async function findKey(db: Session, key: string): Promise<ApiKey | undefined> {
  const [row] = await db.query<ApiKey>(
    `select ${COLUMNS} from api_key where key_sha256 = $1 and revoked_at is null`,
    [hash(key)],
  )
  return row
}

/** Returns every key ever created, oldest first: logs identify keys by id, so revoked ones stay. */
export const listKeys = (db: Session): Promise<ListedKey[]> =>
  db.query<ListedKey>(
    `select ${COLUMNS}, created_at as "createdAt", revoked_at as "revokedAt"
     from api_key order by id`,
  )

/** Revokes a key. Throws OperatorError if no live key has that id. */
export async function revokeKey(db: Session, id: number): Promise<void> {
  const revoked = await db.query(
    'update api_key set revoked_at = now() where id = $1 and revoked_at is null returning id',
    [id],
  )
  if (revoked.length === 0) throw noLiveKey(id)
}

/**
 * Replaces a key with a new one of the same owner, tier, and limits, in one transaction. The old
 * key's use on the day of `now` moves to the new one, so that rotation grants no new allowance.
 * Throws OperatorError if no live key has that id.
 */
export const rotateKey = (
  db: Postgres,
  id: number,
  now: Date,
): Promise<{ id: number; key: string }> =>
  db.transaction(async (session) => {
    const [old] = await session.query<ApiKey>(
      `update api_key set revoked_at = now() where id = $1 and revoked_at is null
       returning ${COLUMNS}`,
      [id],
    )
    if (!old) throw noLiveKey(id)
    const made = await createKey(session, old)
    await moveUsage(session, utcDay(now), { from: keyClient(id), to: keyClient(made.id) })
    return made
  })

const noLiveKey = (id: number) =>
  new OperatorError(
    `No active key has the ID ${id}. Run \`npm run keys -- list\` to see the active keys.`,
  )
