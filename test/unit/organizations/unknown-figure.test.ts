import { describe, expect, test } from 'vitest'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { whyUnknown } from '#src/organizations/figures/named-figures.ts'
import { cases } from '#test/unit/cases.ts'

describe('whyUnknown', () => {
  test.each(cases<[FactKey, string, string, string | null]>('unknown figures'))(
    'describes %s with the warning %s %s: text instead of %s',
    (fact, warning, path, kind) => {
      const warnings = [`${warning} ${path}`]
      const filing = { form: '990', taxYear: 2022, objectId: '1', facts: {}, warnings } as const
      const why = `This line of the Form 990 contains text instead of ${kind}.`
      const blank = 'This line is blank on the Form 990. Blank does not mean 0.'
      expect(whyUnknown({ fact }, filing)).toEqual(
        kind === null
          ? { state: 'NotReported', why: blank }
          : { state: 'NotReadable', why, ref: `990:2022:1:${path}` },
      )
    },
  )
})
