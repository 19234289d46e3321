import { describe, expect, it, test } from 'vitest'
import {
  toOrganizationDocument,
  toRegisteredPlace,
} from '#indexer/index/documents/organization-document.ts'
import type { OrganizationRow } from '#indexer/index/documents/organization-row.ts'
import { type Block, readPath } from '#src/domain/blocks.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { NO_NARRATIVE } from '#src/domain/facts/narrative.ts'
import { SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { packJson } from '#src/domain/packed-json.ts'
import { filedBlocks, filingRow, registryRow } from './rows.ts'

describe('the basis of similar organizations', () => {
  const earned = { contributions: { value: 900_000, path: '/IRS990/CYContributionsGrantsAmt' } }
  const classed = { ...filingRow, facts: { ...filingRow.facts, ...earned } }
  const keysOf = (row: OrganizationRow) => {
    const { operatingModel } = toOrganizationDocument(row).display
    return operatingModel && [operatingModel.resource.key, operatingModel.delivery.key]
  }

  it('has how it operates, from its return and its registered foundation code', () => {
    expect(keysOf(classed)).toEqual(['Contributions', 'DirectService'])
    const supporting = { ...classed, foundation: '17' }
    expect(keysOf(supporting)).toEqual(['Contributions', 'SupportingOrganization'])
  })

  it('is unknown without the lines for it', () => {
    expect(keysOf(filingRow)).toBeUndefined()
    expect(keysOf(registryRow)).toBeUndefined()
  })

  it('has a family to exclude, if there is one', () => {
    const member = { ...filingRow, familyId: 'GEN-1234', role: 'Member' as const }
    expect(toOrganizationDocument(member).filter.family).toBe('GEN-1234')
    expect(toOrganizationDocument(filingRow).filter).not.toHaveProperty('family')
  })
})

describe('an organization with a filing', () => {
  const document = toOrganizationDocument(filingRow)

  it('is described by mission and programs, with pointers followed to Schedule O', () => {
    expect(document.display.passages.map(({ kind, text }) => [kind, text])).toEqual([
      ['Mission', 'To end hunger in northwest Ohio.'],
      ['Mission', 'We feed people and teach them to grow food.'],
      ['Program', 'Food boxes for 4,000 families a month in Kenya and Ohio.'],
      ['Program', 'A mobile pantry visits schools.'],
      ['Program', 'Cooking classes.'],
      ['Program', 'A farm grows vegetables for the pantry.'],
    ])
    expect(document.display.description).toBe('To end hunger in northwest Ohio.')
    expect(document.display.evidenceTier).toBe('FiledProgram')
  })

  it('has a Ref for every passage and place, whose leaf contains it', () => {
    for (const { text, ref } of document.display.passages) {
      const evidence = parseRef(ref)
      if (evidence?.kind !== 'filing') throw new Error(`${ref} is not of a filing`)
      expect(readPath(filedBlocks, evidence.path)?.value, ref).toBe(text)
    }
    for (const { code, ref } of document.display.places) {
      const evidence = parseRef(ref)
      const path = evidence?.kind === 'filing' ? evidence.path : ''
      expect(readPath(filedBlocks, path), `${code} ${ref}`).toBeDefined()
    }
  })

  it('numbers repeats in Refs, even a single one', () => {
    const refs = document.display.passages.map(({ ref }) => ref.split(':').at(-1))
    expect(refs).toContain('/IRS990/ProgSrvcAccomActyOtherGrp[1]/Desc')
    expect(refs).toContain('/IRS990/ProgSrvcAccomActy2Grp/Desc')
    expect(document.display.places.map(({ ref }) => ref.split(':').at(-1))).toContain(
      '/IRS990ScheduleF/AccountActivitiesOutsideUSGrp[1]/RegionTxt',
    )
  })

  it('has its places of work from texts and Schedule F', () => {
    expect(document.filter.places).toEqual(['US-OH', 'KE', 'region-sub-saharan-africa'])
  })

  it('has figures with their leaves, and a filed zero as zero', () => {
    const filing = '990:2022:202303199349301234:/IRS990'
    const ref = `${filing}/CYTotalRevenueAmt`
    const { revenue, assets, programRatio } = document.display
    expect(revenue).toEqual({ value: 999_999, ref, taxYear: 2022 })
    expect(assets?.value).toBe(0)
    expect(document.sort).toEqual({
      ...{ revenue: 999_999, assets: 0, recent: '2022-12-31', programRatio: 0.75 },
      ...{ prominence: 6, evidence: 0 },
    })
    expect(document.filter).toMatchObject({ revenue: 999_999, revenueBand: '250KTo1M' })
    const quotient = ['ProgramServicesAmt', 'TotalAmt']
    expect(programRatio).toEqual({
      ...{ value: 0.75, taxYear: 2022, ref: 'derived:programRatio:070000017:2022' },
      derivedFrom: quotient.map((leaf) => `${filing}/TotalFunctionalExpensesGrp/${leaf}`),
    })
  })

  it('has no program ratio if the columns of expenses are not filed', () => {
    const { functionalExpenses: _, ...facts } = filingRow.facts ?? {}
    const { display, sort } = toOrganizationDocument({ ...filingRow, facts })
    expect(display).not.toHaveProperty('programRatio')
    expect(sort).not.toHaveProperty('programRatio')
  })

  it('has the rating of the rated return', () => {
    const shared = { taxYear: 2021, policyVersion: 'rating-1', score: 71.25, band: 'Good' } as const
    const taxPeriodEnd = '2021-12-31'
    const rating = { ...shared, objectId: '202203199349301234', taxPeriodEnd }
    const { display, sort } = toOrganizationDocument({ ...filingRow, rating })
    expect(display.rating).toEqual({
      ...{ ...shared, periodEnd: taxPeriodEnd, ref: 'derived:rating:070000017:2021' },
      filing: '990:2021:202203199349301234:/ReturnHeader',
    })
    expect(sort.rating).toBe(71.25)
    expect(document.display).not.toHaveProperty('rating')
  })

  it('is searched by normalized names and acronyms', () => {
    expect(document.query).toMatchObject({
      name: 'saint aldwyn food bank',
      nameKey: 'saint aldwyn food bank',
      alias: ['aldwyn pantry'],
      aliasKey: ['aldwyn pantry'],
      wordSet: ['aldwyn bank food saint', 'aldwyn pantry'],
      compact: ['saintaldwynfoodbank', 'aldwynpantry'],
      acronym: ['safb', 'saintafb'],
    })
  })
})

it('an organization has names and places of searchable length', () => {
  const long = 'Long '.repeat(7_000)
  const { display, query } = toOrganizationDocument({
    ...filingRow,
    ...{ name: long, city: long, state: long, country: long },
    names: [{ name: long, kind: 'former', ref: filingRow.nameRef }],
  })
  const { name, city, state, country, names } = display
  for (const text of [name, city, state, country, names[0]?.value]) {
    expect(text).toBe(`${long.slice(0, SHOWN_NAME_LENGTH)}…`)
  }
  for (const text of [query.nameKey, ...query.aliasKey, ...query.wordSet]) {
    expect(text.length).toBeLessThanOrEqual(SHOWN_NAME_LENGTH)
  }
})

describe('an organization of only the registry', () => {
  const document = toOrganizationDocument(registryRow)

  it('is known only by its classification', () => {
    expect(document.display.evidenceTier).toBe('ClassificationOnly')
    expect(document.display.cause).toEqual({
      code: 'K31',
      label: expect.stringContaining('Food Banks'),
      isInferred: false,
      ref: 'bmf:2026-04:070000017:NTEE_CD',
    })
    expect(document.filter.cause).toEqual(['K', 'K3', 'K31'])
    expect(document.filter.causeLabel).toBe('Food, Agriculture & Nutrition')
    expect(document.sort).toEqual({ prominence: 3, evidence: 1 })
  })

  it('has no field for unknown values', () => {
    const absent = ['description', 'revenue', 'assets', 'latestYear', 'primaryForm', 'familyId']
    expect(Object.keys(document.display).filter((key) => absent.includes(key))).toEqual([])
    expect(document.filter.revenueBand).toBe('None')
    expect(JSON.stringify(document)).not.toContain('null')
  })
})

const applying = (row: Block, checked = false) => {
  const path = '/IRS990PF/SupplementaryInformationGrp'
  const box = { onlyPreselected: { value: true, path: `${path}/OnlyContriToPreselectedInd` } }
  const content = { SupplementaryInformationGrp: { ApplicationSubmissionInfoGrp: [row] } }
  const { display, filter } = toOrganizationDocument({
    ...{ ...filingRow, primaryForm: '990PF', narrative: NO_NARRATIVE },
    ...{
      facts: checked ? box : {},
      applications: packJson('IRS990PF', Buffer.from(JSON.stringify(content))),
    },
  })
  return [filter.acceptsApplications, display.applications?.deadline?.text]
}
const NAMED = { RecipientPersonNm: 'ANN LEE', SubmissionDeadlinesTxt: 'June 1' }

it.each([
  ['a name', NAMED, false, [true, 'June 1']],
  ['a street', { RecipientUSAddress: { AddressLine1Txt: '1 Elm St' } }, false, [true, undefined]],
  ['a name and the box for preselected organizations', NAMED, true, [undefined, undefined]],
  ['only restrictions', { RestrictionsOnAwardsTxt: 'Ohio' }, false, [undefined, undefined]],
  ['a name elsewhere', { RecipientPersonNm: 'See statement 12' }, false, [undefined, undefined]],
  ['no name', { RecipientPersonNm: 'N/A' }, false, [undefined, undefined]],
])('a foundation that files %s accepts applications or not', (_, row, checked, expected) => {
  expect(applying(row, checked)).toEqual(expected)
})

it('a loss has no prominence, and zero expenses have no program ratio', () => {
  const facts = {
    totalRevenue: { value: -5, path: '/IRS990/CYTotalRevenueAmt' },
    totalExpenses: { value: 0, path: '/IRS990/CYTotalExpensesAmt' },
    programExpenses: { value: 0, path: '/IRS990/TotalProgramServiceExpensesAmt' },
  }
  const { sort, filter } = toOrganizationDocument({ ...filingRow, facts })
  expect(sort).toMatchObject({ revenue: -5, prominence: 0 })
  expect(sort).not.toHaveProperty('programRatio')
  expect(filter.revenueBand).toBe('Under50K')
})

it.each([
  [{ state: 'OH', country: 'US' }, 'OH'],
  [{ state: 'OH', country: null }, 'OH'],
  [{ state: 'PR', country: 'PR' }, 'PR'],
  [{ state: 'Geneva', country: 'CH' }, 'Abroad'],
  // Western Australia is abbreviated like Washington.
  [{ state: 'WA', country: 'AU' }, 'Abroad'],
  [{ state: 'constructor', country: null }, undefined],
])('an organization with %o has the state %s, displayed as filed', (place, state) => {
  const { filter, display } = toOrganizationDocument({ ...registryRow, ...place })
  expect(filter.state).toBe(state)
  expect(display.state).toBe(place.state)
})

const US = (city: string | null, state: string | null, zip: string | null = null) => {
  return { city, state, zip, country: 'US' }
}
const BERLIN = { city: 'Berlin', state: null, zip: '10115', country: 'DE' }
const RANCHO = { city: ['rchocucamong', 'ranchocucamonga'], zip: '91730' }
const TOLEDO = { city: ['toledo'] }
const IN_TOLEDO = { lat: expect.closeTo(41.66, 1), lon: expect.closeTo(-83.55, 1) }

test.each([
  ['the city in full', US('RCHO CUCAMONG', 'CA', '91730-0012'), { ...RANCHO, county: 'CA-071' }],
  ['another state is only kept', US('Toledo', 'OH', '606011234'), { ...TOLEDO, zip: '60601' }],
  ['nothing, but the city has a location', US('Toledo', 'OH'), { ...TOLEDO, location: IN_TOLEDO }],
  ['Berlin is not a ZIP code', BERLIN, { state: 'Abroad', city: ['berlin'] }],
  ['no country has no place', { ...US(null, null), country: null }, { city: [] }],
])('a ZIP code of %s', (_, address, place) => {
  const { county, zip, state, ...found } = toRegisteredPlace(address)
  expect({ county, zip, state: state ?? undefined, ...found }).toMatchObject(place)
  if (!('county' in place)) expect(county).toBeUndefined()
  if (!('zip' in place)) expect(zip).toBeUndefined()
})

it('fills the filters of a document', () => {
  const { filter, display } = toOrganizationDocument({ ...registryRow, city: 'TOLDO' })
  expect(filter).toMatchObject({
    ...{
      state: 'OH',
      city: ['toldo', 'toldo OH', 'toledo', 'toledo OH'],
      zip: '43604',
      county: 'OH-095',
    },
    ...{ location: IN_TOLEDO, subsection: '03', rulingYear: 1998 },
  })
  expect(display.zip).toBe('43604')
})

test.each([
  ['subsection', { subsection: '00' }],
  ['rulingYear', { ruling: '000000' }],
])('an unknown %s is absent', (field, unknown) => {
  expect(toOrganizationDocument({ ...registryRow, ...unknown }).filter).not.toHaveProperty(field)
})
