import type { OrganizationDisplay, PassageKind } from '#mappings/organization-document.ts'
import { cutAtWord } from '../../domain/description.ts'
import type { Form } from '../../domain/form.ts'
import { findCause } from '../../domain/ntee.ts'
import { findPlaces } from '../../domain/places.ts'
import { roundVector } from '../../embedding/round-vector.ts'
import { interpretQuery } from '../interpretation/interpret-query.ts'
import type { Wanted } from '../queries/similar.ts'
import type { Subject } from '../results/similar.ts'
import { type Footprint, footprintOf } from './footprint.ts'

/** What a profile is compared by where the request gives no text. */
export type OwnText = { source: PassageKind; text: string; ref?: string }

/** What candidates are compared with. Absent is unknown; no codes: no class is known. */
export type Basis = {
  subject: Subject
  /** The text that stands in the answer: as given, or the profile's own. */
  intent: string | OwnText
  vector?: number[]
  text?: string
  codes: string[]
  footprint?: Footprint
  revenue?: number
  operatingModel?: OrganizationDisplay['operatingModel']
}

/** The text of an Intent with its vector. */
export type GivenIntent = { text: string; vector: Float32Array }

// As long as the text a vector stands for: the mission and the first programs.
const TEXT_LENGTH = 1_200

/**
 * What to compare by: the profile's own texts, class and places or, where an Intent is given, its
 * text and the causes and places it names. Size and operation are the profile's in any case, and
 * so are its places where the Intent names none. Undefined when the profile has neither text nor
 * class and there is no Intent.
 */
export function toBasis(subject: Subject, given?: GivenIntent): Basis | undefined {
  const own = given ? ofIntent(given) : ofProfile(subject)
  if (!own) return undefined
  const footprint = own.footprint ?? footprintOf(subject)
  const { revenue, operatingModel } = subject.display
  return {
    ...own,
    subject,
    ...(footprint && { footprint }),
    ...(revenue && { revenue: revenue.value }),
    ...(operatingModel && { operatingModel }),
  }
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

/** The causes a text names besides places, amounts and orders: "food banks in Kenya" names K31. */
const causesIn = (text: string): string[] =>
  isLetter(text)
    ? []
    : (findCause(text).codes ?? interpretQuery(withoutPlaces(text)).cause?.codes ?? [])

// "x" is the code of a major group, and nobody who writes what to compare by means it.
const isLetter = (text: string): boolean => text.trim().length === 1

const BEFORE_PLACE =
  /(?:\s+(?:in|across|throughout|around|near|within|and|or|rural|northern|southern|eastern|western)|\s*,)+\s*$/i

// Backwards, so that what is left of a place keeps its position.
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
  return {
    intent,
    codes: code ? [code] : [],
    ...(vector && { vector }),
    ...(text !== '' && { text }),
  }
}

const toOwnText = ({ kind, text, ref }: OrganizationDisplay['passages'][number]): OwnText => ({
  source: kind,
  text,
  ref,
})

const toOwnClass = ({ cause }: OrganizationDisplay): OwnText | undefined =>
  cause && { source: 'Classification', text: cause.label, ...(cause.ref && { ref: cause.ref }) }

/** The registered code; inferred ones and Z, which means unknown, are no classification. */
export const codeOf = ({ cause }: OrganizationDisplay): string | undefined =>
  cause && !cause.isInferred && !cause.code.startsWith('Z') ? cause.code : undefined

/** What candidates are looked for by. */
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
