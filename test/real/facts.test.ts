import { beforeAll, describe, expect, it } from 'vitest'
import { type BlockValue, readElement } from '#src/domain/blocks.ts'
import { CATALOGUE } from '#src/domain/facts/catalogue.ts'
import { citationOf } from '#src/domain/facts/citation.ts'
import { readAs, readFacts, textBelow } from '#src/domain/facts/read-facts.ts'
import { REPEATABLE } from '#src/domain/facts/repeatable.ts'
import type { Form } from '#src/domain/form.ts'
import { toOperatingModel } from '#src/organizations/figures/operating-model.ts'
import { makeFiling, makeOrganization } from '#test/unit/organizations/made-filing.ts'
import { hasRealReturns, type RealReturn, readRealReturns } from './returns.ts'

// Facts of a form that none of the real filings files, with paths only from the IRS's names.
const NEVER_FILED: Partial<Record<Form, string>> = {
  '990': 'is4947a1 is527 filerCountry isTrust discretionarySpending',
  '990EZ': `unrelatedReturnFiled amendedReturn finalReturn nameChange is4947a1 is527 doingBusinessAs
    filerStreet2 filerCountry isTrust isAssociation fundraiserAgreements fundraiserReceipts
    fundraiserFees fundraiserNet`,
  '990PF': 'unrelatedReturnFiled finalReturn nameChange filerCountry isTaxableFoundation',
  '990T': 'trustTax initialReturn finalReturn nameChange filerStreet2 filerCountry',
}

function* repeatsOf(value: BlockValue, path: string): Generator<string> {
  if (typeof value === 'string') return
  if (Array.isArray(value)) {
    yield path
    for (const item of value) yield* repeatsOf(item, path)
    return
  }
  for (const [name, below] of Object.entries(value)) yield* repeatsOf(below, `${path}/${name}`)
}

describe.skipIf(!hasRealReturns)('the real filings of ../shared/data', () => {
  let returns: RealReturn[] = []
  beforeAll(() => {
    returns = readRealReturns()
  })

  it('have every fact at its path', () => {
    for (const { file, form, blocks } of returns) {
      for (const [key, fact] of Object.entries(readFacts(form, blocks).facts)) {
        const definition = CATALOGUE.find((item) => item.key === key)
        // A leaf as filed, or the element of a name of two lines.
        const { text } = textBelow(readElement(blocks, fact.path) ?? '', '', fact.path) ?? {}
        const read = readAs(definition?.kind ?? 'text', text ?? '')
        expect(read, `${file} ${fact.path}`).toBe(fact.value)
        if (typeof fact.value === 'number') expect(Number(text), file).toBe(fact.value)
      }
    }
  })

  // Counted in the files, so that a path that stops matching shows here.
  it.each([
    ['990', 115, ['totalRevenue', 'totalExpenses', 'totalAssetsEoy', 'totalLiabilitiesEoy']],
    ['990', 115, ['netAssetsEoy', 'employees', 'votingMembers', 'conflictOfInterestPolicy']],
    ['990EZ', 9, ['totalRevenue', 'totalAssetsEoy', 'netAssetsEoy', 'filerName']],
    ['990PF', 17, ['totalRevenue', 'totalExpenses', 'totalAssetsEoy', 'undistributedIncome']],
    ['990T', 19, ['unrelatedTaxableIncome', 'totalTax', 'totalAssetsEoy', 'filerName']],
  ] as const)('all have the main facts of the %s (%i)', (form, count, keys) => {
    const ofForm = returns.filter((filed) => filed.form === form)
    expect(ofForm).toHaveLength(count)
    for (const { file, blocks } of ofForm) {
      const { facts } = readFacts(form, blocks)
      for (const key of keys) expect(facts, file).toHaveProperty(key)
    }
  })

  it('have a citation with its line for every fact', () => {
    for (const { file, form, blocks } of returns) {
      const read = readFacts(form, blocks)
      for (const { path } of Object.values(read.facts)) {
        const cited = citationOf({ form, taxYear: 2022, path, schemaVersion: '2022v5.0' })
        expect(cited, file).not.toContain('element')
      }
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
      expect(absent.toSorted(), form).toEqual(listed.split(/\s+/).toSorted())
    }
  })

  it('have operating models with shares of 1, and a Ref of every class and modifier', () => {
    let found = 0
    for (const { form, blocks } of returns) {
      const [main] = blocks.filter(({ block }) => block.endsWith(form))
      const model =
        main && toOperatingModel(makeOrganization(), makeFiling(form, main.content, blocks))
      if (!model) continue
      found += 1
      for (const one of [model.resource, model.delivery, ...model.modifiers]) {
        expect(one.refs.length).toBeGreaterThan(0)
      }
      expect(model.resource.primaryShare).toBeGreaterThan(0)
      expect(model.resource.primaryShare).toBeLessThanOrEqual(1)
    }
    expect(found).toBeGreaterThan(100)
  })

  it('repeat only elements marked as repeatable', () => {
    const unmarked = new Set<string>()
    for (const { blocks } of returns) {
      for (const { block, ordinal, content } of blocks) {
        const repeats = [...repeatsOf(content, `/${block}`)]
        if (ordinal > 1) repeats.push(`/${block}`)
        for (const path of repeats) if (!REPEATABLE.has(path)) unmarked.add(path)
      }
    }
    expect([...unmarked]).toEqual([])
  })
})
