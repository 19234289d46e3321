import type { ReturnContext } from './context.ts'
import {
  buildScheduleA,
  buildScheduleB,
  buildScheduleC,
  buildScheduleD,
  buildScheduleE,
} from './schedules-a-to-e.ts'
import {
  buildScheduleF,
  buildScheduleG,
  buildScheduleH,
  buildScheduleI,
  buildScheduleJ,
} from './schedules-f-to-j.ts'
import {
  buildScheduleK,
  buildScheduleL,
  buildScheduleM,
  buildScheduleN,
  buildScheduleO,
  buildScheduleR,
} from './schedules-k-to-r.ts'
import type { Block } from './write-return.ts'

const BUILDERS = {
  A: buildScheduleA,
  B: buildScheduleB,
  C: buildScheduleC,
  D: buildScheduleD,
  E: buildScheduleE,
  F: buildScheduleF,
  G: buildScheduleG,
  H: buildScheduleH,
  I: buildScheduleI,
  J: buildScheduleJ,
  K: buildScheduleK,
  L: buildScheduleL,
  M: buildScheduleM,
  N: buildScheduleN,
  O: buildScheduleO,
  R: buildScheduleR,
} as const

export type ScheduleLetter = keyof typeof BUILDERS
export type Schedules = Partial<Record<ScheduleLetter, Block | Block[]>>

export const SCHEDULE_LETTERS = Object.keys(BUILDERS) as ScheduleLetter[]

/** Builds the schedules of a return; those that do not apply are left out. */
export function buildSchedules(
  context: ReturnContext,
  letters: readonly ScheduleLetter[],
): Schedules {
  const schedules: Schedules = {}
  for (const letter of letters) {
    const schedule = BUILDERS[letter](context)
    if (schedule) schedules[letter] = schedule
  }
  return schedules
}

/** Names each schedule as an element below ReturnData. */
export const toElements = (schedules: Schedules): Block =>
  Object.fromEntries(
    Object.entries(schedules).map(([letter, block]) => [`IRS990Schedule${letter}`, block]),
  )
