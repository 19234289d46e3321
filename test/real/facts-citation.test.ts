import { beforeAll, describe, expect, it } from 'vitest'
import { CATALOGUE, FACT_BLOCKS } from '#src/domain/facts/catalogue.ts'
import { citationOf } from '#src/domain/facts/citation.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { readFacts } from '#src/domain/facts/read-facts.ts'
import type { Form } from '#src/domain/form.ts'
import { hasRealReturns, type RealReturn, readRealReturns } from './returns.ts'

const cite = (form: Form, path: string, schemaVersion = '2022v5.0') =>
  citationOf({ form, taxYear: 2022, path, schemaVersion })

// Facts of a form that none of the real filings files, with paths only from the IRS's names.
const NEVER_FILED: Partial<Record<Form, FactKey[]>> = {
  '990': ['is4947a1', 'is527', 'filerCountry', 'isTrust', 'discretionarySpending'],
  '990EZ': [
    'unrelatedReturnFiled',
    'amendedReturn',
    'finalReturn',
    'nameChange',
    'is4947a1',
    'is527',
    'doingBusinessAs',
    'filerStreet2',
    'filerCountry',
    'isTrust',
    'isAssociation',
    'fundraiserAgreements',
    'fundraiserReceipts',
    'fundraiserFees',
    'fundraiserNet',
  ],
  '990PF': [
    'unrelatedReturnFiled',
    'finalReturn',
    'nameChange',
    'filerCountry',
    'isTaxableFoundation',
  ],
  '990T': [
    'trustTax',
    'initialReturn',
    'finalReturn',
    'nameChange',
    'filerStreet2',
    'filerCountry',
  ],
}

describe.skipIf(!hasRealReturns)('the real filings of ../shared/data', () => {
  let returns: RealReturn[] = []
  beforeAll(() => {
    returns = readRealReturns()
  })

  it('have a citation with its line for every fact', () => {
    for (const { file, form, blocks } of returns) {
      for (const { path } of Object.values(readFacts(form, blocks).facts)) {
        expect(cite(form, path), file).not.toContain('element')
      }
    }
  })

  it('have all facts of a form in FACT_BLOCKS', () => {
    for (const { file, form, blocks } of returns) {
      const wanted = blocks.filter(({ block }) => FACT_BLOCKS[form].has(block))
      expect(readFacts(form, wanted), file).toEqual(readFacts(form, blocks))
    }
  })

  it('contain every fact of each form except those listed here', () => {
    const filed = new Set(
      returns.flatMap(({ form, blocks }) =>
        Object.keys(readFacts(form, blocks).facts).map((key) => `${form} ${key}`),
      ),
    )
    for (const [form, listed] of Object.entries(NEVER_FILED)) {
      const keys = CATALOGUE.filter(({ paths }) => paths[form as Form]).map(({ key }) => key)
      const absent = keys.filter((key) => !filed.has(`${form} ${key}`))
      expect(absent.toSorted(), form).toEqual(listed.toSorted())
    }
    console.log(`Facts that real filings file, counted by form: ${filed.size}`)
  })
})
