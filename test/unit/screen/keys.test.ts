import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { askedKeys, KEYS_VERSION } from '#indexer/screen/keys.ts'
import { LISTED_NAMES, makeOrganization } from './labelled-lists.ts'

const named = (name: string) =>
  makeOrganization({
    ...{ name, officers: [{ name, ref: 'officer' }] },
    ueis: [{ uei: 'ZZLARCH00001', score: 0.75, isAlone: true }],
  })

it('searches by EIN, UEI, name, words, and sound, and for officers in each reading', () => {
  expect(askedKeys(named('Tibor Varga'))).toEqual([
    'byName tibor varga',
    'byWords tibor varga',
    'bySound tiber varg',
    'byEin 079000000',
    'byUei ZZLARCH00001',
    'persons tibor varga',
    'persons varga tibor',
  ])
})

it('has a new version when names get other keys', () => {
  const keys = LISTED_NAMES.flatMap((name) => askedKeys(named(name))).join('\n')
  const hash = createHash('sha256').update(keys).digest('hex').slice(0, 12)
  const advice = 'With other names in PARTIES put the new hash here; else raise KEYS_VERSION, too.'
  expect([KEYS_VERSION, hash], advice).toEqual(['keys-2', '23bffc2f4edf'])
})
