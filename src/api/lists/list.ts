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

/** What a reader of a list with pages returns besides its response. */
type Found = {
  /** Rows that match, on all pages. */
  found?: number
  /** Changes when the rows change. */
  version?: string
}

/**
 * A list about an organization. Surface A's operation comes from it.
 */
type List<Deps, Query extends z.ZodRawShape, Response extends z.ZodObject> = {
  operation: Omit<Described<never>, 'request'>
  /** The last part of the address. */
  path: string
  /** The parameters besides `Cursor` and `Limit`. */
  query: Query
  /** Each field has the name that `read` returns. A list with pages has `nextCursor`. */
  response: Response
  /** Names of fields on surface A that differ from those of `read`, besides their case. */
  names?: Renamed
  /** Throws what the operation responds with. */
  read(
    deps: Deps,
    ein: string,
    query: z.output<z.ZodObject<Query>>,
    part: Part,
  ): Promise<Unwritten<Response> & Found>
}

/** A list whose types are checked where it is declared. */
export type AnyList = List<SimilarDeps & ProfileDeps, z.ZodRawShape, z.ZodObject>

/** Returns the list; the types of its query and of its response are inferred. */
export const defineList = <Query extends z.ZodRawShape, Response extends z.ZodObject>(
  list: List<SimilarDeps & ProfileDeps, Query, Response>,
): AnyList => list as never

const cursorKey = z.tuple([z.int().min(0)])

/** Returns the plugin of a list's operation on surface A. */
export function listRoute({ operation, path, query, response, ...list }: AnyList) {
  const isPaged = 'nextCursor' in response.shape
  return readOperation(
    `/api/v2/charity/:ein/${path}`,
    {
      ...operation,
      request: {
        params: einParams,
        querystring: z.strictObject({
          ...query,
          ...(isPaged && { Cursor: cursor }),
          Limit: limit(200, 50),
        }),
      },
      response,
      ...(list.names && { names: list.names }),
    },
    async (deps: SimilarDeps & ProfileDeps, { params: { ein }, query: given }) => {
      const { Cursor, Limit, ...asked } = given as { Cursor?: string; Limit: number }
      const request = [path, ein, JSON.stringify(asked)]
      const from = readRowCursor(Cursor, request, cursorKey)
      const [offset = 0] = from?.key ?? []
      const result = await list.read(deps, ein, asked, { offset, limit: Limit })
      const { version = '', found = 0 } = result
      from?.requireData([version])
      const end = offset + Limit
      const next = isPaged && end < found ? toRowCursor(request, [version], [end]) : undefined
      return { ...result, nextCursor: next }
    },
  )
}
