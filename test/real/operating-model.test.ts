import { beforeAll, describe, expect, test } from 'vitest'
import { toOperatingModel } from '#src/organizations/figures/operating-model.ts'
import { makeFiling, makeOrganization } from '#test/unit/organizations/made-filing.ts'
import { hasRealReturns, type RealReturn, readRealReturns } from './returns.ts'

describe.skipIf(!hasRealReturns)('real returns', () => {
  let returns: RealReturn[]
  beforeAll(() => {
    returns = readRealReturns()
  })

  test('shares are of 1, and every class and modifier has a Ref', () => {
    const counts: Record<string, number> = {}
    for (const { form, blocks } of returns) {
      const [main] = blocks.filter(({ block }) => block.endsWith(form))
      const found =
        main && toOperatingModel(makeOrganization(), makeFiling(form, main.content, blocks))
      const name = found ? `${found.resource.key}, ${found.delivery.key}` : 'none'
      counts[`${form}: ${name}`] = (counts[`${form}: ${name}`] ?? 0) + 1
      if (!found) continue
      for (const one of [found.resource, found.delivery, ...found.modifiers]) {
        expect(one.refs.length).toBeGreaterThan(0)
      }
      expect(found.resource.primaryShare).toBeGreaterThan(0)
      expect(found.resource.primaryShare).toBeLessThanOrEqual(1)
    }
    console.log(`Operating models of ${returns.length} real returns: ${JSON.stringify(counts)}`)
  })
})
