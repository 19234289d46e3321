import type {
  EvidenceTier,
  FiledFigure,
  OrganizationDisplay,
  OrganizationDocument,
  Passage,
} from '#mappings/organization-document.ts'
import { acceptedApplication, applicationRows } from '#src/domain/applications.ts'
import { REVENUE_BANDS, toBand } from '#src/domain/bands.ts'
import { formatRef, toRef } from '#src/domain/evidence.ts'
import { deriveFigure, formatDerivedRef } from '#src/domain/facts/derived.ts'
import { cutShort, SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { HEADER_BLOCK } from '#src/domain/form.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { cityInState, toCityKey } from '#src/domain/name-keys.ts'
import {
  acronymsOf,
  numbersOf,
  shortenedNames,
  toCompactKey,
  toSearchName,
  toWordSetKey,
} from '#src/domain/names.ts'
import { nteeCodes, nteeLabel } from '#src/domain/ntee.ts'
import { classifyOperation } from '#src/domain/operating-model.ts'
import { findCities, findZip } from '#src/domain/places/gazetteer.ts'
import { toWorkPlaces } from '#src/domain/places/work-places.ts'
import { ABROAD, US_STATES } from '#src/domain/places.ts'
import { FIGURES } from '#src/figures/figures.ts'
import { INDEX_FIGURES } from '#src/figures/sets.ts'
import type { OrganizationRow } from './organization-row.ts'
import { toDescription, toPassages, toWebPassages } from './passages.ts'

/**
 * Returns the index document of one organization, except its vector and an inferred cause, which
 * `withVector` adds. Unknown facts are absent, never null or 0.
 */
export function toOrganizationDocument(stored: OrganizationRow): OrganizationDocument {
  const row = cutNames(stored)
  const { narrative } = row
  const filed = toPassages(narrative, (path) => leafRef(row, path))
  const passages = [...filed, ...toWebPassages(row.ein, row.capture, row.facts?.website?.value)]
  // Only from filed texts: a web page mentions places of offices, sponsors, and news.
  const places = toWorkPlaces(narrative, (path) => leafRef(row, path))
  const cause = causeOf(row)
  const { city, ...registered } = toRegisteredPlace(row)
  const { registryPlace } = row
  const listed = registryPlace ? toRegisteredPlace({ ...registryPlace, country: null }) : undefined
  const display = toDisplay(row, { filed, passages, places, cause, zip: registered.zip })
  return {
    ein: row.ein,
    display,
    query: toQuery(row, passages, cause),
    filter: knownFields({
      city: distinct([...inState(city, registered.state), ...inState(listed?.city, listed?.state)]),
      cause: row.nteeCode ? nteeCodes(row.nteeCode) : [],
      forms: row.forms,
      entityType: row.entityType,
      evidenceTier: display.evidenceTier,
      revenueBand: toBand(REVENUE_BANDS, display.revenue?.value),
      places: places.map(({ code }) => code),
      acceptsApplications: display.applications && (true as const),
      ...registered,
      causeLabel: cause?.majorLabel,
      form: row.primaryForm,
      revenue: display.revenue?.value,
      taxYear: row.taxYear,
      subsection: row.subsection === '00' ? undefined : row.subsection,
      rulingYear: rulingYearOf(row),
      family: row.familyId,
    }),
    sort: toSort(row, display),
  }
}

const cutName = (text: string): string => cutShort(text, SHOWN_NAME_LENGTH)

const cutNames = (row: OrganizationRow): OrganizationRow => ({
  ...row,
  name: cutName(row.name),
  names: row.names?.map((one) => ({ ...one, name: cutName(one.name) })) ?? null,
  city: row.city && cutName(row.city),
  state: row.state && cutName(row.state),
  country: row.country && cutName(row.country),
})

// Every Ref needs the filing's tax year; the store has no filing without one.
const leafRef = (row: OrganizationRow, path: string): string =>
  toRef({
    form: row.primaryForm ?? '990',
    taxYear: row.taxYear ?? 0,
    objectId: row.objectId ?? '',
    path,
  })

type Texts = {
  filed: Passage[]
  /** Filed passages, then those of the website. */
  passages: Passage[]
  places: OrganizationDisplay['places']
  cause: ReturnType<typeof causeOf>
  zip: string | undefined
}

function toDisplay(
  row: OrganizationRow,
  { filed, passages, places, cause, zip }: Texts,
): OrganizationDisplay {
  return knownFields({
    name: row.name,
    nameRef: row.nameRef,
    names: namesOf(row).map(({ name, kind, ref }) => ({ value: name, kind, ref })),
    forms: row.forms,
    entityType: row.entityType,
    role: row.role,
    evidenceTier: toEvidenceTier(passages),
    isRevoked: row.isRevoked,
    passages,
    places,
    city: row.city,
    state: row.state,
    zip,
    country: row.country,
    // Shown without a Ref of its own, so only filed text may appear there.
    description: toDescription(filed),
    cause: cause && toFiledCause(row, cause),
    primaryForm: row.primaryForm,
    familyId: row.familyId,
    latestYear: row.taxYear,
    latestPeriodEnd: row.periodEnd,
    ...figuresOf(row),
    programRatio: toProgramRatio(row),
    rating: toRating(row),
    operatingModel: operatingModelOf(row),
    applications: applicationsOf(row),
  })
}

/** Enough for a line of a hit. */
const DEADLINE_LENGTH = 200

/** Returns where its return says to apply; undefined if it does not, or gives only as it selects. */
function applicationsOf(row: OrganizationRow): OrganizationDisplay['applications'] {
  const { facts, applications } = row
  const rows = applications && applicationRows(applications)
  const found = facts && rows ? acceptedApplication(facts, rows) : undefined
  if (!found) return undefined
  const { deadlines } = found.row.cells
  return knownFields({
    ref: leafRef(row, found.where.path),
    deadline: deadlines && {
      text: cutShort(String(deadlines.value), DEADLINE_LENGTH),
      ref: leafRef(row, deadlines.path),
    },
  })
}

// The registry writes 000000 for an unknown month.
function rulingYearOf({ ruling }: OrganizationRow): number | undefined {
  const year = Number(ruling?.slice(0, 4))
  return year > 0 ? year : undefined
}

const namesOf = ({ names }: OrganizationRow) => names ?? []

const toFiledCause = (row: OrganizationRow, { code, label }: { code: string; label: string }) =>
  knownFields({ code, label, isInferred: false, ref: causeRef(row) })

const causeOf = ({ nteeCode }: OrganizationRow) => (nteeCode ? nteeLabel(nteeCode) : undefined)

const causeRef = ({ registryAsOf, ein }: OrganizationRow): string | undefined =>
  registryAsOf === null
    ? undefined
    : formatRef({ kind: 'bmf', asOf: registryAsOf, ein, column: 'NTEE_CD' })

/** Returns the tier of the best text an organization has. */
function toEvidenceTier(passages: Passage[]): EvidenceTier {
  const has = (kind: Passage['kind']) => passages.some((passage) => passage.kind === kind)
  if (has('Website')) return 'OfficialWebsite'
  if (has('Program')) return 'FiledProgram'
  return has('Mission') ? 'FiledMission' : 'ClassificationOnly'
}

type IndexKey = (typeof INDEX_FIGURES)[number]

const figuresOf = (row: OrganizationRow): Record<IndexKey, FiledFigure | undefined> =>
  Object.fromEntries(INDEX_FIGURES.map((key) => [key, figureOf(row, key)])) as Record<
    IndexKey,
    FiledFigure | undefined
  >

function figureOf(row: OrganizationRow, key: IndexKey): FiledFigure | undefined {
  const fact = row.facts?.[FIGURES[key].fact]
  if (typeof fact?.value !== 'number' || row.taxYear === null) return undefined
  return { value: fact.value, ref: leafRef(row, fact.path), taxYear: row.taxYear }
}

/** Returns the classes of its latest filing, whose lines a page's section cites. */
function operatingModelOf(row: OrganizationRow): OrganizationDisplay['operatingModel'] {
  const { ein, primaryForm: form, taxYear, objectId, facts, registryAsOf: asOf } = row
  const warnings = row.warnings ?? []
  if (!form || taxYear === null || objectId === null || !facts) return undefined
  const registry = asOf === null ? null : { asOf, foundation: row.foundation }
  const classes = classifyOperation({ ein, registry }, { form, taxYear, objectId, facts, warnings })
  const toClass = ({ key, label }: { key: string; label: string }) => ({ key, label })
  return classes && { resource: toClass(classes.resource), delivery: toClass(classes.delivery) }
}

function toQuery(
  row: OrganizationRow,
  passages: Passage[],
  cause: ReturnType<typeof causeOf>,
): OrganizationDocument['query'] {
  const texts = (kind: Passage['kind']) =>
    passages.filter((passage) => passage.kind === kind).map(({ text }) => text)
  const names = [row.name, ...namesOf(row).map((other) => other.name)]
  const [name = '', ...others] = names.map(toSearchName)
  const alias = distinct(others).filter((other) => other !== name)
  return {
    name,
    nameKey: name,
    alias,
    aliasKey: alias,
    wordSet: distinct([name, ...alias].map(toWordSetKey)),
    compact: distinct(names.map(toCompactKey)),
    acronym: distinct(names.flatMap((one) => [...acronymsOf(one), ...shortenedNames(one)])),
    number: distinct(names.flatMap(numbersOf)),
    mission: texts('Mission'),
    programs: texts('Program'),
    website: texts('Website'),
    classification: cause ? [...new Set([cause.majorLabel, cause.label])] : [],
  }
}

/** Returns the keys of cities, alone and with their state. */
const inState = (cities: readonly string[] = [], state: string | undefined): string[] =>
  cities.flatMap((city) => [city, ...(state ? [cityInState(city, state)] : [])])

const distinct = (texts: string[]): string[] => [...new Set(texts)].filter((text) => text !== '')

function toSort(row: OrganizationRow, display: OrganizationDisplay): OrganizationDocument['sort'] {
  return knownFields({
    prominence: toProminence(display.revenue?.value ?? row.registryRevenue ?? 0),
    evidence: display.evidenceTier === 'ClassificationOnly' ? (1 as const) : (0 as const),
    revenue: display.revenue?.value,
    assets: display.assets?.value,
    recent: row.periodEnd,
    rating: display.rating?.score,
    programRatio: display.programRatio?.value,
  })
}

/** Returns log10(1 + dollars); a loss counts as 0. */
const toProminence = (revenue: number): number => Math.log10(1 + Math.max(0, revenue))

/** Returns the share of expenses spent on programs, by its form's formula; undefined if unknown. */
function toProgramRatio(row: OrganizationRow): OrganizationDisplay['programRatio'] {
  const { ein, primaryForm: form, objectId, taxYear, periodEnd, facts } = row
  if (!form || !objectId || !facts || taxYear === null || periodEnd === null) return undefined
  const filing = { objectId, form, taxYear, taxPeriodBegin: null, taxPeriodEnd: periodEnd, facts }
  const figure = deriveFigure('programRatio', { filing })
  if (typeof figure?.value !== 'number') return undefined
  return {
    value: figure.value,
    taxYear,
    ref: formatDerivedRef({ ein, taxYear }, 'programRatio'),
    derivedFrom: figure.from.map(toRef),
  }
}

/** Returns the score and its band; undefined if it is not scored. */
function toRating({
  ein,
  primaryForm: form,
  rating,
}: OrganizationRow): OrganizationDisplay['rating'] {
  if (rating === null || form === null) return undefined
  const { objectId, taxYear, taxPeriodEnd, ...shown } = rating
  return {
    ...shown,
    taxYear,
    ...(taxPeriodEnd !== null && { periodEnd: taxPeriodEnd }),
    ref: formatDerivedRef({ ein, taxYear }, 'rating'),
    filing: toRef({ form, taxYear, objectId, path: `/${HEADER_BLOCK}` }),
  }
}

type Address = Pick<OrganizationRow, 'city' | 'state' | 'zip' | 'country'>

/**
 * Returns the USPS code of a U.S. address. Abroad, the filed state is a province's name or code,
 * which may look like a state's.
 */
function usStateOf({ state, country }: Address): string | undefined {
  if (state === null || !Object.hasOwn(US_STATES, state)) return undefined
  // A territory is also a country of its own, with the same two letters.
  return country === null || country === 'US' || country === state ? state : undefined
}

/**
 * Returns the place that filters and names use: the USPS code or `Abroad`, and the keys of the
 * registered city and of the ZIP code's city. Only addresses in the United States have a ZIP code.
 */
export function toRegisteredPlace(row: Address) {
  const state = usStateOf(row)
  const isAbroad = row.country !== null && row.country !== 'US'
  if (state === undefined) return { state: isAbroad ? ABROAD : undefined, city: keysOf(row.city) }
  const zip = row.zip?.match(/^\d{5}/)?.[0]
  const found = zip === undefined ? undefined : findZip(zip)
  // A mistyped ZIP code usually belongs to another state.
  const area = found?.state === state ? found : undefined
  const center = area ?? findCities(row.city ?? '', state)[0]
  return {
    state,
    city: keysOf(row.city, area?.city),
    zip,
    county: area?.county?.code,
    location: center && { lat: center.lat, lon: center.lon },
  }
}

const keysOf = (...cities: (string | null | undefined)[]): string[] => [
  ...new Set(cities.map((city) => toCityKey(city ?? '')).filter((key) => key !== '')),
]
