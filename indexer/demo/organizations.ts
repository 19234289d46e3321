import { type Ein, FICTIONAL_PREFIXES } from '#src/domain/ein.ts'
import type { Form } from '#src/domain/form.ts'
import {
  areaCodeOf,
  CAUSES,
  COUNTRIES,
  FOREIGN_TOWNS,
  fillTemplate,
  type Kind,
  kindOf,
  STATES,
  TERRITORIES,
  type Town,
  townsOf,
} from './content.ts'
import { NOTABLES, type Notable } from './notable.ts'
import type { Address, Case, Organization } from './organization.ts'
import { pickFeature, pickFounder, pickStreet } from './people.ts'
import type { Random } from './random.ts'

const MEDIAN_REVENUE: Record<Kind['size'], number> = {
  small: 130_000,
  medium: 900_000,
  large: 6_000_000,
  huge: 70_000_000,
}
// Both small and very large organizations occur; a longer tail would dominate every sum.
const REVENUE_RANGE = [20_000, 500_000_000] as const

/**
 * Returns every organization of the demo in a fixed order: those placed by hand, then as many as
 * requested.
 */
export function createOrganizations(count: number, random: Random): Organization[] {
  const taken: Taken = { eins: new Set(NOTABLES.map(({ ein }) => ein)), names: new Set() }
  const notables = NOTABLES.map((notable) => fromNotable(notable, taken, random.fork(notable.ein)))
  const fillers = Array.from({ length: Math.max(0, count - notables.length) }, (_, index) =>
    createFiller(index, taken, random.fork(`filler ${index}`)),
  )
  return [...notables, ...fillers]
}

// Every state gets a turn in each round; populous states get more.
const MORE_TURNS =
  'CA TX NY FL PA IL OH GA NC MI CA TX NY FL NJ VA WA AZ MA TN IN MD MO WI CO MN CA NY'.split(' ')
const PLACES = [...STATES, ...MORE_TURNS, ...TERRITORIES]

// Foundations, schools, kitchens, and human services are common among real filers, so they get more
// than one turn in each round of the causes.
const TURNS = [...CAUSES, ...[...'TTTBKPQ'].flatMap((wanted) => causesOf(wanted))]

function causesOf(wanted: string) {
  return CAUSES.filter(({ letter }) => letter === wanted)
}

type Taken = { eins: Set<Ein>; names: Set<string> }

// Top lists need ten rated organizations of a cause with a current return, so every third filler of
// a default demo is a school or a human service with the newest return.
const COMMON = [...causesOf('B'), ...causesOf('P')]
const COMMON_FROM = 35
const COMMON_BEFORE = 95
const isCommon = (index: number): boolean =>
  index >= COMMON_FROM && index < COMMON_BEFORE && (index - COMMON_FROM) % 3 === 0

function causeAndKind(index: number, random: Random): { letter: string; kind: Kind } {
  if (isCommon(index)) {
    const turn = (index - COMMON_FROM) / 3
    const { letter, kinds } = COMMON[turn % COMMON.length] ?? random.pick(COMMON)
    return {
      letter,
      kind: kinds[Math.floor(turn / COMMON.length)] ?? random.fork('kind').pick(kinds),
    }
  }
  // The stride shares no factor with the list's length, so it walks every cause evenly.
  const slot = (index * 7) % TURNS.length
  const { letter, kinds } = TURNS[slot] ?? random.pick(CAUSES)
  const round = Math.floor(index / TURNS.length)
  return { letter, kind: kinds[(round + slot) % kinds.length] ?? random.pick(kinds) }
}

function createFiller(index: number, taken: Taken, random: Random): Organization {
  const { letter, kind } = causeAndKind(index, random)
  const state =
    kind.states.length > 0 ? random.pick(kind.states) : (PLACES[index % PLACES.length] ?? 'OH')
  const scale = drawScale(kind, random.fork('scale'))
  const cases = isCommon(index) ? [] : fillerCases(kind, index)
  return build({
    ...(cases.includes('revoked') && { firstTaxYear: 2019, lastTaxYear: 2019 }),
    ...(isCommon(index) && { lastTaxYear: 2023, fiscalMonth: 12 }),
    ein: drawEin(taken.eins, random.fork('ein')),
    kind,
    cause: letter,
    town: random.pick(townsOf(state)),
    scale,
    form: formOf(kind, scale, index, random),
    taken,
    random,
    cases,
  })
}

function drawEin(taken: Set<Ein>, random: Random): Ein {
  const ein = `${random.pick(FICTIONAL_PREFIXES)}${String(random.int(1_000_000, 9_999_999))}`
  if (taken.has(ein)) return drawEin(taken, random.fork('again'))
  taken.add(ein)
  return ein
}

function fromNotable(notable: Notable, taken: Taken, random: Random): Organization {
  const kind = kindOf(notable.kind)
  const towns = townsOf(notable.state)
  return build({
    ...notable,
    kind,
    cause: notable.kind.charAt(0),
    town: towns[notable.town] ?? random.pick(towns),
    scale: notable.scale ?? drawScale(kind, random.fork('scale')),
    form: notable.form === 'registry' ? undefined : notable.form,
    taken,
    random,
  })
}

type Draft = {
  ein: Ein
  kind: Kind
  cause: string
  town: Town
  scale: number
  form: Form | undefined
  taken: Taken
  random: Random
  cases: readonly Case[]
} & Partial<Omit<Notable, 'ein' | 'kind' | 'cause' | 'town' | 'scale' | 'form' | 'cases'>>

function build(draft: Draft): Organization {
  const { random, town, kind } = draft
  const abroad = drawAbroad(draft)
  const words = drawWords(town, abroad, random.fork('words'))
  const name = draft.name ?? drawName(kind, words, draft.taken, random.fork('name'))
  const years = drawYears(draft)
  const formationYear = random.int(1921, years.firstTaxYear - 2)
  const doingBusinessAs =
    draft.doingBusinessAs ??
    (random.fork('dba').chance(0.07) ? tradeNameOf(words, random) : undefined)
  const formerName =
    draft.formerName ?? (random.fork('former').chance(0.04) ? formerNameOf(words, kind) : undefined)
  const hasWebsite =
    draft.form !== undefined && (draft.name !== undefined || random.fork('website').chance(0.85))
  return {
    ein: draft.ein,
    name,
    kind,
    cause: draft.cause,
    county: town.county,
    stateName: town.stateName,
    address: drawAddress(draft, random.fork('address')),
    phone: `${areaCodeOf(town.state)}55501${String(random.int(0, 99)).padStart(2, '0')}`,
    ...(doingBusinessAs ? { doingBusinessAs } : {}),
    ...(formerName ? { formerName } : {}),
    ...(hasWebsite ? { website: websiteOf(name, random) } : {}),
    ...(abroad ? { abroad } : {}),
    words,
    form: draft.form,
    subsection: kind.subsection,
    rulingDate: `${Math.max(formationYear, 1942)}${String(random.int(1, 12)).padStart(2, '0')}`,
    formationYear,
    fiscalMonth: draft.fiscalMonth ?? random.pick([12, 12, 12, 12, 6, 6, 6, 9, 8]),
    scale: draft.scale,
    growth: random.between(0.96, 1.12),
    ...years,
    cases: draft.cases,
    ...(draft.family && { family: draft.family }),
  }
}

function drawYears(draft: Draft): { firstTaxYear: number; lastTaxYear: number } {
  const random = draft.random.fork('years')
  // Filings lag: most of the sector has filed for the newest year, and a few have stopped filing.
  const lastTaxYear = draft.lastTaxYear ?? random.pick([2023, 2023, 2023, 2023, 2022, 2022, 2021])
  const firstTaxYear =
    draft.firstTaxYear ?? Math.max(2019, lastTaxYear - random.pick([1, 2, 3, 3, 4]))
  return { firstTaxYear, lastTaxYear }
}

function drawScale(kind: Kind, random: Random): number {
  const drawn = random.logNormal(MEDIAN_REVENUE[kind.size], 0.85)
  return Math.round(Math.min(REVENUE_RANGE[1], Math.max(REVENUE_RANGE[0], drawn)))
}

function formOf(kind: Kind, scale: number, index: number, random: Random): Form | undefined {
  if (kind.traits.includes('foundation')) return '990PF'
  if (index % 19 === 11) return undefined
  if (kind.size !== 'small') return '990'
  // Form 990-N up to 50,000 of gross receipts, 990-EZ below 200,000.
  if (index % 3 === 0) return '990N'
  return scale < 185_000 && random.chance(0.9) ? '990EZ' : '990'
}

// Cases that should not occur only once, spread by fixed strides.
function fillerCases(kind: Kind, index: number): Case[] {
  const cases: Case[] = []
  if (index % 23 === 5) cases.push('amended')
  if (index % 29 === 3) cases.push('initial')
  if (index % 37 === 7) cases.push('missing-figures')
  if (index % 41 === 9) cases.push('interested-person-business')
  if (index % 31 === 13) cases.push('deficit')
  if (index % 43 === 17) cases.push('no-cause-code')
  if (index % 59 === 31) cases.push('reinstated')
  if (index % 47 === 21) cases.push('revoked', 'gone-from-registry')
  if (kind.traits.includes('advertising') || index % 17 === 6) cases.push('unrelated-business')
  return cases
}

function drawAbroad(draft: Draft): Organization['abroad'] {
  const random = draft.random.fork('abroad')
  const choices = draft.country ? [draft.country] : draft.kind.abroad
  const country = choices.length > 0 ? COUNTRIES.get(random.pick(choices)) : undefined
  if (!country) return undefined
  const [first] = country.places
  return { country, place: (draft.country && first) || random.pick(country.places) }
}

function drawWords(
  town: Town,
  abroad: Organization['abroad'],
  random: Random,
): Record<string, string> {
  const founder = pickFounder(random)
  return {
    city: town.city,
    county: town.county,
    state: town.stateName,
    feature: pickFeature(random),
    founder,
    founder2: pickFounder(random.fork('second')),
    place: abroad?.place ?? town.county,
    country: abroad?.country.name ?? 'the United States',
  }
}

function drawName(kind: Kind, words: Record<string, string>, taken: Taken, random: Random): string {
  for (let attempt = 0; attempt < 40; attempt++) {
    const own = random.fork(`attempt ${attempt}`)
    const fresh =
      attempt === 0 ? words : { ...words, feature: pickFeature(own), founder: pickFounder(own) }
    const name = fillTemplate(own.pick(kind.names), { words: fresh, growth: 1 }, own)
    if (!taken.names.has(name)) {
      taken.names.add(name)
      return `${name}${own.chance(0.4) ? ' Inc' : ''}`
    }
  }
  throw new RangeError(`No unused name is left for a ${kind.code}`)
}

const tradeNameOf = (words: Record<string, string>, random: Random): string =>
  `${words.feature} ${random.pick(['Together', 'Works', 'Alliance', 'Hub', 'Network'])}`

const formerNameOf = (words: Record<string, string>, kind: Kind): string =>
  `${words.city} ${kind.code.startsWith('A') ? 'Cultural' : 'Community'} Association`

function websiteOf(name: string, random: Random): string {
  const slug = name
    .replace(/ Inc$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 32)
  // A domain that can never belong to anyone (RFC 2606).
  const address = `www.${slug}.example`
  return random.chance(0.4) ? address.toUpperCase() : address
}

function drawAddress(draft: Draft, random: Random): Address {
  const abroad = FOREIGN_TOWNS[draft.foreignTown ?? -1]
  if (abroad) {
    const { line1, city, ...foreign } = abroad
    return { line1, city, state: '', zip: '', foreign }
  }
  const { city, state, zip } = draft.town
  return {
    line1: pickStreet(random),
    city,
    state,
    zip: random.chance(0.3) ? `${zip}${random.int(1000, 9899)}` : zip,
  }
}
