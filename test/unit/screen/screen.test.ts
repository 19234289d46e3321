import { describe, expect, it } from 'vitest'
import { indexParties } from '#indexer/screen/list-index.ts'
import type { ListedParty } from '#indexer/screen/listed-party.ts'
import { screen } from '#indexer/screen/match.ts'
import { makeOrganization, makeParty } from './labelled-lists.ts'

const UEI = 'ZZLARCH00001'

/** Returns the matches of an organization with the UEI and the listed party. */
const found = (given: Partial<ListedParty>, score: number, isAlone = true) => {
  const party = makeParty({ name: 'LARCH ROW HOLDINGS', list: 'SAM', uei: UEI, ...given })
  const ueis = [{ uei: UEI, score, isAlone }]
  return screen(indexParties([party]), makeOrganization({ name: 'Quillfeather Guild', ueis }))
}

describe('an organization whose UEI is on a list', () => {
  it.each<[string, ...Parameters<typeof found>]>([
    ['is less certainly its own', {}, 0.84],
    ['is hardly its own', {}, 0.25],
    ['has another EIN in audits, too', {}, 0.97, false],
    ['is of a party that is excluded only in part', { isPartial: true }, 0.97],
  ])('needs review if the identifier %s', (_, ...given) => {
    expect(found(...given).map(({ status }) => status)).toEqual(['Review'])
  })

  it('is the listed party if audits of two years name both under a known name', () => {
    const match = { method: 'Identifier', agreed: ['uei'], status: 'Confirmed' }
    expect(found({}, 0.875)).toMatchObject([match])
  })

  it('is not found by another UEI', () => {
    expect([found({ uei: 'ZZLARCH00002' }, 0.97), found({ uei: null }, 0.97)]).toEqual([[], []])
  })
})
