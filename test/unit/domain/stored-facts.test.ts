import { expect, it } from 'vitest'
import { type Narrative, NO_NARRATIVE } from '#src/domain/facts/narrative.ts'
import type { Facts } from '#src/domain/facts/read-facts.ts'
import {
  openFacts,
  openNarrative,
  storeFacts,
  storeNarrative,
} from '#src/domain/facts/stored-facts.ts'
import type { Form } from '#src/domain/form.ts'

const NAME: Facts = {
  filerName: { value: 'Harbor Ünity', path: '/ReturnHeader/Filer/BusinessName' },
}
const CASH: Facts = { cashEoy: { value: -12, path: '/IRS990/CashNonInterestBearingGrp/EOYAmt' } }
const ANSWER: Facts = { hasMembers: { value: false, path: '/IRS990/MembersOrStockholdersInd' } }

it.each<[string, Form, Facts, string[]]>([
  ['those that SQL reads', '990EZ', NAME, ['filerName']],
  ['others', '990', { ...CASH, ...ANSWER }, []],
  ['both', '990', { ...NAME, ...CASH, ...ANSWER }, ['filerName']],
  ['a postcard', '990N', { ...NAME, ...ANSWER }, ['filerName', 'hasMembers']],
  ['none', '990T', {}, []],
])('facts are read back as they were: %s', (_, form, facts, inSql) => {
  const stored = storeFacts(form, facts)
  expect(Object.keys(stored.facts)).toEqual(inSql)
  expect(openFacts(stored)).toEqual({ facts })
  const inJson = stored.otherFacts && `\\x${stored.otherFacts.toString('hex')}`
  expect(openFacts({ ...stored, otherFacts: inJson })).toEqual({ facts })
})

it('facts that an earlier version stored are read as they are', () => {
  const facts = { ...NAME, ...CASH }
  expect(openFacts({ facts, otherFacts: null })).toEqual({ facts })
})

it.each<[string, Narrative]>([
  ['texts', { ...NO_NARRATIVE, mission: [{ text: 'To Ünite.', path: '/IRS990/MissionDesc' }] }],
  ['no text', NO_NARRATIVE],
])('a narrative with %s is read back as it was', (_, narrative) => {
  expect(openNarrative('990', storeNarrative('990', narrative))).toEqual(narrative)
})

it('a narrative that an earlier version stored as elements is read from them', () => {
  const stored = [{ block: 'IRS990', ordinal: 1, content: { MissionDesc: 'To unite.' } }]
  expect(openNarrative('990', Buffer.from(JSON.stringify(stored))).mission).toEqual([
    { text: 'To unite.', path: '/IRS990/MissionDesc' },
  ])
})
