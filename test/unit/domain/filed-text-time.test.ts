import { describe, expect, test } from 'vitest'
import { trimBlanks } from '#indexer/sources/strict-return.ts'
import { describeText } from '#src/domain/description.ts'
import { readNarrative, withoutPointers } from '#src/domain/facts/narrative.ts'
import { normalizeName } from '#src/domain/names.ts'
import { findPlaces } from '#src/domain/places.ts'
import { readWebsite } from '#src/domain/website.ts'

/** Texts of 1 MB, because nothing limits a filer to the lengths of the schemas. */
const LONGEST = 1 << 20

/** Milliseconds of processor time, which other programs on the machine change little. */
const timeOnce = (run: (text: string) => unknown, text: string): number => {
  const start = process.cpuUsage()
  run(text)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

const fastest = (run: (text: string) => unknown, text: string): number =>
  Math.min(...[1, 2, 3].map(() => timeOnce(run, text)))

/**
 * Returns how much longer four times the text takes, if measurable: 4 if time is proportional to
 * length, 16 if to its square. Uses the lesser of two steps, because a pause of the machine may
 * lengthen one. Grows step by step, so that a pattern that would take minutes at full length fails
 * within seconds.
 */
function growth(run: (text: string) => unknown, toText: (length: number) => string): number {
  const steps: number[] = []
  let last = fastest(run, toText(1 << 10))
  for (let length = 1 << 12; steps.length < 2 && length <= LONGEST; length *= 4) {
    const now = fastest(run, toText(length))
    if (now > 8) steps.push(now / last)
    last = now
  }
  return steps.length < 2 ? 0 : Math.min(...steps)
}

const inNarrative = (text: string) =>
  readNarrative('990', [
    {
      block: 'IRS990',
      ordinal: 1,
      content: {
        MissionDesc: text,
        Desc: `${text}x`,
        ActivityOther: [{ Description: `a${text}` }],
      },
    },
    {
      block: 'IRS990ScheduleO',
      ordinal: 1,
      content: { GeneralExplanation: [{ Identifier: text, Explanation: text }] },
    },
  ])

const READERS: [string, (text: string) => unknown][] = [
  ['pointers', (text) => describeText(withoutPointers(text))],
  ['narratives', inNarrative],
  ['websites', readWebsite],
  ['places', findPlaces],
  ['names', normalizeName],
  ['leaves of a return', trimBlanks],
]
const PIECES = [' ', '-', '(', ')', '. ', ' -', 'x)', 'see ', 'see sch ', 'part i ', '-DC ', 'a.']

describe('the time to read a filed text is proportional to its length', () => {
  test.each(READERS.flatMap(([name, run]) => PIECES.map((piece) => [name, piece, run] as const)))(
    '%s, of %j repeated',
    (_, piece, run) => {
      const toText = (length: number) => `x${piece.repeat(length / piece.length)}x`
      expect(growth(run, toText)).toBeLessThan(10)
    },
  )

  test('also for narratives with more and more texts', () => {
    const toBlocks = (count: number) => [
      {
        block: 'IRS990',
        ordinal: 1,
        content: {
          ActivityOther: Array.from({ length: count }, (_, at) => ({ Description: `Work ${at}` })),
        },
      },
    ]
    const run = (marks: string) => readNarrative('990', toBlocks(marks.length / 16))
    expect(growth(run, (length) => '.'.repeat(length))).toBeLessThan(10)
  })
})
