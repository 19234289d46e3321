import { z } from 'zod'
import { readRowCursor, toRowCursor } from '#src/organizations/cursor.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { SimilarDeps } from '#src/search/similar.ts'
import { readOperation } from '../a/operation.ts'
import type { Described } from '../shared/operation.ts'
import { cursor, einParams, limit } from '../shared/parameters.ts'
import type { Renamed, Unwritten } from '../shared/skin.ts'

/** Which rows to read, by their place in the order. */
export type Part = { offset: number; limit: number }

type Deps = SimilarDeps & ProfileDeps

type List<Query extends z.ZodRawShape, Response extends z.ZodObject> = {
  operation: Omit<Described<never>, 'request'>
  /** The last part of the address. */
  path: string
  /** The parameters besides `Cursor` and `Limit`. */
  query: Query
  /** Each field has the name that `read` returns. A list with pages has `nextCursor`. */
  response: Response
  /** Names of fields on surface A that differ from those of `read`, besides their case. */
  names?: Renamed
  /** Also returns how many rows match on all pages, and a version that changes when the rows change. */
  read(
    deps: Deps,
    ein: string,
    query: z.output<z.ZodObject<Query>>,
    part: Part,
  ): Promise<Unwritten<Response> & { found?: number; version?: string }>
}

const cursorKey = z.tuple([z.int().min(0)])

/** Returns the plugin of a list about an organization. */
export function listOperation<Query extends z.ZodRawShape, Response extends z.ZodObject>({
  operation,
  path,
  query,
  response,
  names = {},
  read,
}: List<Query, Response>) {
  const isPaged = 'nextCursor' in response.shape
  const querystring = z.strictObject({
    ...query,
    ...(isPaged && { Cursor: cursor }),
    Limit: limit(200, 50),
  })
  return readOperation(
    `/api/v2/charity/:ein/${path}`,
    { ...operation, request: { params: einParams, querystring }, response, names },
    async (deps: Deps, { params: { ein }, query: given }) => {
      const { Cursor, Limit, ...asked } = given as { Cursor?: string; Limit: number }
      const request = [path, ein, JSON.stringify(asked)]
      const from = readRowCursor(Cursor, request, cursorKey)
      const [offset = 0] = from?.key ?? []
      const result = await read(deps, ein, asked as never, { offset, limit: Limit })
      const { version = '', found = 0 } = result
      from?.requireData([version])
      const end = offset + Limit
      const next = isPaged && end < found ? toRowCursor(request, [version], [end]) : undefined
      return { ...result, nextCursor: next }
    },
  )
}
