import { expect } from 'vitest'
import type { ProfilesWorld } from './profiles-world.ts'

type Asked = Pick<ProfilesWorld, 'get'>
type Headers = Record<string, string>

/** Returns the body of a response, which must be 200. The service checks it against its schema. */
export async function readA<Body>(world: Asked, url: string, headers?: Headers): Promise<Body> {
  const { status, body } = await world.get<Body>(url, headers)
  expect(status, `${url}: ${JSON.stringify(body)}`).toBe(200)
  return body
}

type Rejection = { detail?: { ErrorCode?: string; Message?: string } | object[]; error?: string }

/** Returns a rejection as `404 ProfileNotFound`, or `422 Cursor` for an invalid parameter. */
export async function codeOf(world: Asked, url: string, headers?: Headers): Promise<string> {
  const { status, body } = await world.get<Rejection>(url, headers)
  const { detail } = body
  const named = Array.isArray(detail)
    ? detail.map((one) => (one as { loc: string[] }).loc.at(-1)).join()
    : detail?.ErrorCode
  return [status, named].filter(Boolean).join(' ')
}

/** Returns a rejection with its sentence, to be recorded. */
export async function refusalOf(world: Asked, url: string, headers?: Headers): Promise<string> {
  const { body } = await world.get<Rejection>(url, headers)
  const { detail, error } = body
  const said = Array.isArray(detail) ? JSON.stringify(detail) : (detail?.Message ?? error)
  return `${await codeOf(world, url, headers)}: ${said}`
}
