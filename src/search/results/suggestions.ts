import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { normalizeName, typedNameKeys } from '../../domain/names.ts'

/** A suggested organization. */
export type Suggestion = {
  ein: string
  name: string
  /** Another of its names, if only that one begins as typed. */
  otherName?: string
  city?: string
  state?: string
  country?: string
  form?: string
}

type SuggestedDisplay = Pick<
  OrganizationDisplay,
  'name' | 'names' | 'city' | 'state' | 'country' | 'primaryForm'
>
export type SuggestedSource = { ein: string; display: SuggestedDisplay }
type SuggestedHit = { _source?: SuggestedSource }

/** Reads the hits of `buildSuggestions`. */
export const readSuggestions = (hits: readonly SuggestedHit[], typed: string): Suggestion[] => {
  const keys = typedNameKeys(typed)
  return hits.flatMap(({ _source }) => (_source ? [toSuggestion(_source, keys)] : []))
}

function toSuggestion({ ein, display }: SuggestedSource, keys: readonly string[]): Suggestion {
  const { name, names, city, state, country, primaryForm: form } = display
  const isBegun = (text: string) => keys.some((key) => normalizeName(text).startsWith(key))
  const otherName = isBegun(name) ? undefined : names.find(({ value }) => isBegun(value))?.value
  return {
    ein,
    name,
    ...(otherName !== undefined && { otherName }),
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
    ...(country !== undefined && { country }),
    ...(form !== undefined && { form }),
  }
}
