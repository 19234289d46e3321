import { scheduleOf } from '../domain/form.ts'
import { toComparable } from '../domain/similarity.ts'

/**
 * The block of a filing that a client means: its own name in any case, or a short one, such as
 * `ScheduleB`, `schedule_i`, `schR`, `G`, `990`. Undefined when none of `names` answers to it.
 */
export function findBlock(wanted: string, names: readonly string[]): string | undefined {
  const key = lettersOf(wanted)
  const ways = [fullName, withoutForm, ofSchedule]
  for (const nameOf of ways) {
    const found = names.find((name) => nameOf(name).includes(key))
    if (found !== undefined) return found
  }
  return undefined
}

const lettersOf = (text: string): string => toComparable(text).replaceAll(' ', '')

const fullName = (name: string): string[] => [lettersOf(name)]

/** `990` for IRS990, `header` for ReturnHeader, `990schedulei` for IRS990ScheduleI. */
const withoutForm = (name: string): string[] => [lettersOf(name.replace(/^(IRS|Return)/, ''))]

/** `schedulei`, `schi` and `i` for IRS990ScheduleI. */
function ofSchedule(name: string): string[] {
  const letter = scheduleOf(name)?.toLowerCase()
  return letter === undefined ? [] : [`schedule${letter}`, `sch${letter}`, letter]
}
