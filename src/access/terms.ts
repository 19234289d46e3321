/** What one request takes from its client's allowances (decisions part 3). */
export type Costs = 'Data' | 'Advanced' | 'nothing'

/** `keyed` answers 401 without a credential; `unchecked` does not look at one, so it cannot count. */
type Asks =
  | { access: 'open' | 'keyed'; costs: Costs }
  | { access: 'unchecked'; costs: Extract<Costs, 'nothing'> }

/**
 * On which terms a route answers; each is said where it stands and follows from no other. A route
 * without any (probes, assets, the reference) looks at no credential, costs nothing, and answers
 * however busy the service is.
 */
export type Terms = Asks & {
  /**
   * Among how many it is worked on: `shared` with all others (surfaces/admission.ts), `own` limited
   * where it is served, `none` never. Only what has none is answered while the event loop lags. A
   * stream on a shared place gives it back as it begins, and is limited where it is opened, too.
   */
  place: 'shared' | 'own' | 'none'
  /** Its handler changes something, so it begins only once the count is known; else both run at once. */
  countsFirst?: true
  /** Whether a request with this query costs nothing, so that it needs no count: the front page. */
  isFree?: (query: unknown) => boolean
  /** The same path answers without a key, too, as another operation. */
  alsoWithoutKey?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    terms?: Terms
  }
}
