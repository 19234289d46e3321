import { type Place, placeLabel } from '../../domain/places.ts'
import type { Candidate } from '../results/similar.ts'

/** Where an organization works or, where it names no place, is registered. */
export type Footprint = { places: Place[]; isRegistered: boolean }

/** The footprint of an organization; undefined when neither its work nor its address is known. */
export function footprintOf({
  display,
  state,
}: Pick<Candidate, 'display' | 'state'>): Footprint | undefined {
  if (display.places.length > 0) return { places: display.places, isRegistered: false }
  // Abroad the filed state is a province; at home the country says nothing.
  const { country } = display
  const code = state ? `US-${state}` : country === 'US' ? undefined : country
  const label = code && placeLabel(code)
  return code && label ? { places: [{ code, label }], isRegistered: true } : undefined
}
