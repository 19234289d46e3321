import { scheduleOf } from '#src/domain/form.ts'
import { toComparable } from '#src/domain/similarity.ts'

/**
 * The blocks a client may mean: the one of its own name in any case, else those of a short one,
 * such as `ScheduleB`, `schedule_i`, `schR`, `G`, `990`. Several where two forms have a schedule
 * of that letter; empty when none of `names` answers to it.
 */
export function findBlocks(wanted: string, names: readonly string[]): string[] {
  const key = lettersOf(wanted)
  const ways = [fullName, withoutForm, ofSchedule]
  for (const nameOf of ways) {
    const found = names.filter((name) => nameOf(name).includes(key))
    if (found.length > 0) return found
  }
  return []
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
