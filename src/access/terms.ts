import type { Pool } from '../limits/admission.ts'

/** The allowance a request is counted against. With a key, a page costs one data read of the key. */
type Costs = 'Data' | 'Advanced' | 'Pages' | 'nothing'

/** `keyed` returns 401 without a key; `unchecked` ignores keys, so it cannot count. */
type Asks =
  | { access: 'open' | 'keyed'; costs: Costs }
  | { access: 'unchecked'; costs: Extract<Costs, 'nothing'> }

/**
 * The terms of a route, with no defaults: each route states all of them. A route without terms
 * (probes, assets, the reference) checks no key, costs nothing, and responds even under overload.
 */
export type Terms = Asks & {
  /**
   * A slot of the pool for the servers that the route calls (limits/admission.ts), `own`
   * (the route has its own slots), or `none`. Only routes without a slot respond while the event loop
   * lags. A stream frees the slot of its pool when it begins; the component that opens the stream
   * limits it from then on.
   */
  slot: Pool | 'own' | 'none'
  /** The handler writes, so it starts only after the count; others run beside it. */
  countsFirst?: true
  /** Returns how many requests a valid request counts as; one by default. */
  units?: (request: { query: unknown; body: unknown }) => number
  /** Returns whether a request with this query is free and needs no slot, such as the front page. */
  isFree?: (query: unknown) => boolean
  /** Without a key, the same path is a different operation. */
  alsoWithoutKey?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    terms?: Terms
  }
}
