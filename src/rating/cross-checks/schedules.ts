import { FACTS, type FactKey } from '../../domain/facts/definitions.ts'
import { sourceIn } from '../../domain/facts/derived-operands.ts'
import type { Form } from '../../domain/form.ts'
import { readTsv } from '../../domain/tsv.ts'
import { listInWords } from '../../domain/words.ts'
import type { CheckedFiling, CrossCheck, Finding } from './check.ts'
import { linesInWords } from './lines-in-words.ts'
import { partSources } from './sides.ts'

/**
 * Questions whose "yes" requires a schedule (990, Parts IV and VII; 990-EZ, Parts V and VI). Line 23 of
 * Part IV repeats the questions of Part VII, which require Schedule J themselves.
 */
const ASKED: Record<string, Partial<Record<Form, readonly FactKey[]>>> = {}
for (const [letter = '', form = '', questions = ''] of readTsv(
  new URL('./schedules.tsv', import.meta.url),
)) {
  for (const key of questions.split(' ')) {
    if (!(key in FACTS)) throw new Error(`schedules.tsv: unknown fact ${key}`)
  }
  ASKED[letter] = { ...ASKED[letter], [form]: questions.split(' ') }
}

function compareSchedule(letter: string, filing: CheckedFiling): Finding | undefined {
  const schedule = `Schedule ${letter}`
  const yes = (ASKED[letter]?.[filing.form] ?? []).flatMap((key) => {
    const fact = filing.facts[key]
    return fact?.value === true ? [fact.path] : []
  })
  if (yes.length === 0) return undefined
  const attached = partSources(filing, schedule)
  const isThere = attached.length > 0
  return {
    status: isThere ? 'Passed' : 'Failed',
    describe: () => {
      const line = linesInWords(yes, filing.schemaVersion)
      // "Part IV, line 23; Part VII, Section A, line 4" does not fit into a sentence.
      const questions = listInWords(line.split('; ').map((one) => `on ${one}`))
      return {
        severity: 'Caution',
        tolerance: 'none',
        left: {
          label: `Answers that require ${schedule}`,
          line,
          value: true,
          from: yes.map((path) => sourceIn(filing, path)),
        },
        right: {
          label: schedule,
          line: schedule,
          value: isThere ? 'attached' : 'not attached',
          from: attached,
        },
        explanation: `${schedule} is ${isThere ? '' : 'not '}attached. A "yes" answer ${questions} requires it.`,
      }
    },
  }
}

/** One rule per schedule: if a "yes" requires it, it is attached. */
export const SCHEDULE_CHECKS: readonly CrossCheck[] = Object.entries(ASKED).map(
  ([letter, asked]) => ({
    key: `schedule${letter}Attached`,
    label: `Schedule ${letter} attached when required`,
    forms: Object.keys(asked) as Form[],
    severity: 'Caution',
    tolerance: 'none',
    compare: (filing) => compareSchedule(letter, filing),
  }),
)
