import { causesNamedBy } from '../domain/cause-phrases.ts'
import { findCause } from '../domain/ntee.ts'
import { ApiError } from '../platform/errors.ts'

/**
 * Returns the NTEE codes of a cause given as a code, prefix, label or everyday words ("food
 * pantries"). Throws ApiError InvalidParameters, which lists the nearest known causes.
 */
export function causesOf(text: string): string[] {
  const found = findCause(text)
  if ('codes' in found) return found.codes
  const named = causesNamedBy(text)
  if (named) return named.codes
  const nearest = found.nearest.map(({ code, label }) => `${label} (${code})`).join(', ')
  throw new ApiError('InvalidParameters', {
    message: `No cause has this name. ${nearest ? `Nearest matches: ${nearest}.` : 'Use an NTEE code, such as K31, or a cause label.'}`,
  })
}
