import { expect } from 'vitest'

/** A world that sends requests, which may also have headers. */
type Asked = {
  get<Body>(url: string, headers?: Headers): Promise<{ status: number; body: Body }>
}
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

type Page = { [name: string]: unknown; NextCursor?: string }

/**
 * Reads all pages of a list from an address with a Limit, and returns the rows of each page. Calls
 * `between` after each page but the last. A full last page has no next cursor.
 */
export async function walkPages<Row>(
  read: (url: string) => Promise<unknown>,
  url: string,
  name: string,
  between?: (page: number) => Promise<void>,
): Promise<Row[]> {
  const limit = Number(/Limit=(\d+)/.exec(url)?.[1])
  const rows: Row[] = []
  let pages = 0
  for (let cursor: string | undefined = ''; cursor !== undefined; pages += 1) {
    const page = (await read(`${url}${cursor && `&Cursor=${cursor}`}`)) as Page
    rows.push(...(page[name] as Row[]))
    cursor = page.NextCursor
    if (cursor !== undefined) await between?.(pages)
  }
  expect(pages, url).toBe(Math.max(1, Math.ceil(rows.length / limit)))
  return rows
}
