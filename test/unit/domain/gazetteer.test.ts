import { expect, test } from 'vitest'
import { findCounties } from '#src/domain/places/gazetteer.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

test.each(cases<[string, string | null, string[]]>('counties'))(
  '%s in %s is %j',
  (name, state, codes) => {
    const found = findCounties(name, state ?? undefined).map(({ code }) => code)
    expect(found.toSorted()).toEqual(codes)
  },
)
