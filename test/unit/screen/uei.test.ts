import { describe, expect, it } from 'vitest'
import { indexParties } from '#indexer/screen/list-index.ts'
import type { ListedParty, ScreenedOrganization } from '#indexer/screen/listed-party.ts'
import { screen } from '#indexer/screen/match.ts'

const UEI = 'ZZLARCH00001'
const NOWHERE = { street: null, city: null, state: null, zip: null, country: null }

const party = (given: Partial<ListedParty> = {}): ListedParty => ({
  list: 'SAM',
  entry: 'S4MR0000001',
  kind: 'organization',
  name: 'LARCH ROW HOLDINGS',
  programs: ['Reciprocal'],
  isPartial: false,
  eins: [],
  uei: UEI,
  asOf: '2026-04',
  otherNames: [],
  addresses: [],
  ...given,
})

const organization = (ueis: ScreenedOrganization['ueis']): ScreenedOrganization => ({
  ...NOWHERE,
  ein: '079000001',
  name: 'Quillfeather Guild',
  nameRef: 'name',
  names: [],
  officers: [],
  ueis,
})

const found = (given: ListedParty, score: number, isAlone = true) =>
  screen(indexParties([given]), organization([{ uei: UEI, score, isAlone }])).map(
    ({ method, agreed, status }) => ({ method, agreed, status }),
  )

describe('an organization whose UEI is on a list', () => {
  it('is the listed party if audits of two years name both under a known name', () => {
    const match = { method: 'Identifier', agreed: ['uei'] }
    expect(found(party(), 0.875)).toEqual([{ ...match, status: 'Confirmed' }])
  })

  it('needs review if the identifier is less certainly its own', () => {
    for (const score of [0.84, 0.75, 0.25]) {
      expect(found(party(), score).map(({ status }) => status)).toEqual(['Review'])
    }
  })

  it('needs review if audits give the identifier another EIN, too', () => {
    expect(found(party(), 0.97, false).map(({ status }) => status)).toEqual(['Review'])
  })

  it('needs review if the entry excludes the party only in part', () => {
    expect(found(party({ isPartial: true }), 0.97).map(({ status }) => status)).toEqual(['Review'])
  })

  it('is not found by another UEI', () => {
    expect(found(party({ uei: 'ZZLARCH00002' }), 0.97)).toEqual([])
    expect(found(party({ uei: null }), 0.97)).toEqual([])
  })
})
