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

/** What an operation answers in JSON; never, where it does not. */
export type Answer<Path extends keyof paths, Of extends Method> = FilterKeys<
  Content<Path, Of>,
  Json
>

/** Operations of a method that answer in JSON. */
export type JsonPaths<Of extends Method> = {
  [Path in PathsWithMethod<paths, Of>]: Json extends keyof Content<Path, Of> ? Path : never
}[PathsWithMethod<paths, Of>]

/** Operations of a method that answer, or can be told to answer, in another form. */
export type StreamPaths<Of extends Method> = {
  [Path in PathsWithMethod<paths, Of>]: Exclude<keyof Content<Path, Of>, Json> extends never
    ? never
    : Path
}[PathsWithMethod<paths, Of>]

type HasNext<Body> = Body extends unknown ? ('NextCursor' extends keyof Body ? Body : never) : never

/** A page of a list: of a search that has two forms of answer, the one with a cursor. */
export type Page<Path extends keyof paths> = HasNext<Answer<Path, 'get'>>

/** GET operations whose answers come in pages. */
export type PagedPaths = {
  [Path in JsonPaths<'get'>]: [Page<Path>] extends [never] ? never : Path
}[JsonPaths<'get'>]

// How an answer is read follows from the method that was called.
type Init<Path extends keyof paths, Of extends Method> = Omit<
  FetchOptions<FilterKeys<paths[Path], Of>>,
  'parseAs'
>

/** What is sent to an operation; may be left out where nothing of it is required. */
export type Given<Path extends keyof paths, Of extends Method> =
  RequiredKeysOf<Init<Path, Of>> extends never ? [init?: Init<Path, Of>] : [init: Init<Path, Of>]
