import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import type { AppDeps } from '#src/app.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { openWorld, RELEASE, type World } from './world.ts'

/** Both are known, the second only to the registry. */
export const FILER = '070000001'
export const LISTED = '170000002'
export const UNKNOWN = '979009199'

export type CaptureWorld = World & {
  /**
   * Sends a body, as JSON unless it is a text, with an Internal key unless headers say otherwise.
   */
  post(body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Returns the stored rows as columns, oldest first. */
  rows(): Promise<Record<string, unknown>[]>
}

export async function addOrganizations(db: Postgres): Promise<void> {
  await db.query("insert into release (id, minted_at, cause) values ($1, now(), 'load')", [RELEASE])
  await db.query(
    `insert into organization
       (ein, name, name_ref, primary_form, entity_type, role, changed_release)
     values ($1, 'Cuyahoga Harvest Pantry', 'a', '990', 'OperatingOrOtherTaxExempt', 'Independent', $3),
       ($2, 'Registry Only Society', 'b', null, 'OperatingOrOtherTaxExempt', 'Independent', $3)`,
    [FILER, LISTED, RELEASE],
  )
}

/** An application that accepts submissions at `url`, over a store with two organizations. */
export async function openCapture(
  name: string,
  url: string,
  replaced: Partial<AppDeps> = {},
): Promise<CaptureWorld> {
  const world = await openWorld(name, replaced)
  await addOrganizations(world.postgres)
  const { key } = await createKey(world.postgres, { tier: 'Internal', owner: 'submits' })
  return {
    ...world,
    post: (body, headers = {}) =>
      world.app.inject({
        method: 'POST',
        url,
        headers: { 'x-service-api-key': key, 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    rows: () => world.postgres.query('select * from submission order by created_at, id'),
  }
}

/** Returns the errors of a rejected body: location, type, and message. */
export const faultsOf = (response: LightMyRequestResponse): [string, string, string][] =>
  response
    .json<{ detail: { loc: string[]; type: string; msg: string }[] }>()
    .detail.map(({ loc, type, msg }) => [loc.join('.'), type, msg])

/** Returns the result of `faultsOf` for one error, with any type and message by default. */
export const fault = (place: string, type?: string, message = /./) => [
  `body.${place}`,
  type ?? expect.any(String),
  expect.stringMatching(message),
]
