import type { FetchOptions } from 'openapi-fetch'
import type { FilterKeys, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers'
import type { paths } from './schema.ts'

type Method = 'get' | 'post'
type Json = 'application/json'
type Content<Path extends keyof paths, Of extends Method> = paths[Path][Of] extends {
  responses: { 200: { content: infer Kinds } }
}
  ? Kinds
  : never

/** The JSON of an operation's response; never if it has none. */
export type Answer<Path extends keyof paths, Of extends Method> = FilterKeys<
  Content<Path, Of>,
  Json
>

/** Operations of a method that respond with JSON. */
export type JsonPaths<Of extends Method> = {
  [Path in PathsWithMethod<paths, Of>]: Json extends keyof Content<Path, Of> ? Path : never
}[PathsWithMethod<paths, Of>]

/** Operations of a method that can respond with something other than JSON. */
export type StreamPaths<Of extends Method> = {
  [Path in PathsWithMethod<paths, Of>]: Exclude<keyof Content<Path, Of>, Json> extends never
    ? never
    : Path
}[PathsWithMethod<paths, Of>]

type HasNext<Body> = Body extends unknown ? ('NextCursor' extends keyof Body ? Body : never) : never

/** A page of a list. A search has two forms; this is the one with a cursor. */
export type Page<Path extends keyof paths> = HasNext<Answer<Path, 'get'>>

/** GET operations with pages. */
export type PagedPaths = {
  [Path in JsonPaths<'get'>]: [Page<Path>] extends [never] ? never : Path
}[JsonPaths<'get'>]

type Operation<Path extends keyof paths, Of extends Method> = FilterKeys<paths[Path], Of>
type QueryOf<Of> = Of extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never
type With<Of, Told> = Of extends { parameters: infer Parameters }
  ? Omit<Of, 'parameters'> & { parameters: Omit<Parameters, 'query'> & Told }
  : never

// Two surfaces share this operation, and each rejects the other's parameters. Surface A's begin
// with a capital.
type Searched = QueryOf<Operation<'/api/v2/search', 'get'>>
type NameOfA = Extract<keyof Searched, Capitalize<keyof Searched>>
type NameOfB = Exclude<keyof Searched, NameOfA>
type SearchOfA = Omit<Searched, 'Query' | NameOfB> &
  Required<Pick<Searched, 'Query'>> & { [Other in NameOfB]?: never }
type SearchOfB = Omit<Searched, 'q' | NameOfA> &
  Required<Pick<Searched, 'q'>> & { [Other in NameOfA]?: never }

// The called method sets Format, which selects the form of the response.
type InJson<Query> = Omit<Query, 'Format'> & { Format?: 'json' }
type InAnother<Query> = Omit<Query, 'Format'> & {
  Format: Exclude<Query extends { Format?: infer Format } ? Format : never, 'json' | undefined>
}

/** How a response is read: whole, page by page, or as bytes. */
type Reading = 'json' | 'pages' | 'stream'

type Asked<
  Path extends keyof paths,
  Of extends Method,
  As extends Reading,
> = Path extends '/api/v2/search'
  ? With<Operation<Path, Of>, { query: As extends 'pages' ? SearchOfA : SearchOfA | SearchOfB }>
  : Path extends JsonPaths<Of> & StreamPaths<Of>
    ? With<
        Operation<Path, Of>,
        As extends 'stream'
          ? { query: InAnother<QueryOf<Operation<Path, Of>>> }
          : { query?: InJson<QueryOf<Operation<Path, Of>>> }
      >
    : Operation<Path, Of>

type Init<Path extends keyof paths, Of extends Method, As extends Reading> = Omit<
  FetchOptions<Asked<Path, Of, As>>,
  'parseAs'
>

/** The request of an operation; optional if no part of it is required. */
export type Given<Path extends keyof paths, Of extends Method, As extends Reading = 'json'> =
  RequiredKeysOf<Init<Path, Of, As>> extends never
    ? [init?: Init<Path, Of, As>]
    : [init: Init<Path, Of, As>]
