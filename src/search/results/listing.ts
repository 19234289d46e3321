import type { Hit } from '../params.ts'
import type { DisplaySource } from './window.ts'

/** Reads a page of `buildListing`. */
export const readListedHits = (hits: { _source?: DisplaySource }[]): Hit[] =>
  hits.flatMap(({ _source }) => (_source ? [toHit(_source)] : []))

const toHit = ({ ein, display }: DisplaySource): Hit => ({
  ein,
  display,
  match: { kind: 'Filter', field: 'Filters' },
  reasons: [],
  explanation: 'It matches the filters; the search has no text.',
})
