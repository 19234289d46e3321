import type { OrganizationDisplay, PassageKind } from '#mappings/organization-document.ts'
import { roundVector } from '#src/platform/embedding/round-vector.ts'
import { cutAtWord } from '../../domain/description.ts'
import type { Form } from '../../domain/form.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { findCause } from '../../domain/ntee.ts'
import { findPlaces, type Place, placeLabel } from '../../domain/places.ts'
import { interpretQuery } from '../interpretation/interpret-query.ts'
import type { Candidate, Subject, Wanted } from './candidates.ts'

/** The profile's own text, which is compared when there is no Intent. */
type OwnText = { source: PassageKind; text: string; ref?: string }

/** What candidates are compared with. Absent means unknown, and so does an empty `codes`. */
export type Basis = {
  subject: Subject
  /** The text shown in the response: the Intent, or the profile's own text. */
  intent: string | OwnText
  vector?: number[]
  text?: string
  codes: string[]
  footprint?: Footprint
  revenue?: number
  operatingModel?: OrganizationDisplay['operatingModel']
}

/** The text of an Intent with its vector. */
type GivenIntent = { text: string; vector: Float32Array }

// About as long as the embedded text, which is the mission and the first programs.
const TEXT_LENGTH = 1_200

/**
 * Returns what to compare with: the profile's texts, class and places or, with an Intent, its text and
 * the causes and places it names. Size and operating model are always the profile's, and so are the
 * places if the Intent names none. Undefined without an Intent if the profile has neither text nor
 * class.
 */
export function toBasis(subject: Subject, given?: GivenIntent): Basis | undefined {
  const own = given ? ofIntent(given) : ofProfile(subject)
  if (!own) return undefined
  const { revenue, operatingModel } = subject.display
  return knownFields({
    ...own,
    subject,
    footprint: own.footprint ?? footprintOf(subject),
    revenue: revenue?.value,
    operatingModel,
  })
}

type Own = Pick<Basis, 'intent' | 'vector' | 'text' | 'codes' | 'footprint'>

function ofIntent({ text, vector }: GivenIntent): Own {
  const places = findPlaces(text).map(({ code, label }) => ({ code, label }))
  return {
    intent: text,
    text,
    vector: roundVector(vector),
    codes: causesIn(text),
    ...(places.length > 0 && { footprint: { places, isRegistered: false } }),
  }
}

/** Returns the causes in a text: "food banks in Kenya" contains K31. */
const causesIn = (text: string): string[] =>
  isLetter(text)
    ? []
    : (findCause(text).codes ?? interpretQuery(withoutPlaces(text)).cause?.codes ?? [])

// A single letter is the code of a major group, but not a meaningful Intent.
const isLetter = (text: string): boolean => text.trim().length === 1

const BEFORE_PLACE =
  /(?:\s+(?:in|across|throughout|around|near|within|and|or|rural|northern|southern|eastern|western)|\s*,)+\s*$/i

// From right to left, so that the positions of earlier places stay valid.
const withoutPlaces = (text: string): string =>
  findPlaces(text).reduceRight(
    (left, { start, end }) => left.slice(0, start).replace(BEFORE_PLACE, ' ') + left.slice(end),
    text,
  )

function ofProfile({ display, vector }: Subject): Own | undefined {
  const code = codeOf(display)
  const [first] = display.passages
  const intent = first ? toOwnText(first) : code && toOwnClass(display)
  if (!intent) return undefined
  const text = cutAtWord(display.passages.map((passage) => passage.text).join(' '), TEXT_LENGTH)
  return knownFields({ intent, codes: code ? [code] : [], vector, text: text || undefined })
}

const toOwnText = ({ kind, text, ref }: OrganizationDisplay['passages'][number]): OwnText => ({
  source: kind,
  text,
  ref,
})

const toOwnClass = ({ cause }: OrganizationDisplay): OwnText | undefined =>
  cause && { source: 'Classification', text: cause.label, ...(cause.ref && { ref: cause.ref }) }

/** Returns the registered code. Inferred codes and Z, which means unknown, do not count. */
export const codeOf = ({ cause }: OrganizationDisplay): string | undefined =>
  cause && !cause.isInferred && !cause.code.startsWith('Z') ? cause.code : undefined

/** Returns what to search candidates by. */
export const toWanted = (basis: Basis, form: Form | undefined): Wanted => ({
  ein: basis.subject.ein,
  family: basis.subject.family,
  form,
  vector: basis.vector,
  text: basis.text,
  codes: basis.codes,
  places: basis.footprint?.places.map(({ code }) => code) ?? [],
  revenue: basis.revenue !== undefined && basis.revenue >= 0 ? basis.revenue : undefined,
})

/** Where an organization works or, if its filings list no place, is registered. */
export type Footprint = { places: Place[]; isRegistered: boolean }

/** Returns the footprint; undefined when neither places of work nor an address are known. */
export function footprintOf({
  display,
  state,
}: Pick<Candidate, 'display' | 'state'>): Footprint | undefined {
  if (display.places.length > 0) return { places: display.places, isRegistered: false }
  // Abroad the filed state is a province, and the country US alone is too broad to compare.
  const { country } = display
  const code = state ? `US-${state}` : country === 'US' ? undefined : country
  const label = code && placeLabel(code)
  return code && label ? { places: [{ code, label }], isRegistered: true } : undefined
}
