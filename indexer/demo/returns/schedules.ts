import type { ReturnContext } from './context.ts'
import * as aToE from './schedules-a-to-e.ts'
import * as fToJ from './schedules-f-to-j.ts'
import * as kToR from './schedules-k-to-r.ts'
import type { Block } from './write-return.ts'

const BUILDERS = {
  A: aToE.buildScheduleA,
  B: aToE.buildScheduleB,
  C: aToE.buildScheduleC,
  D: aToE.buildScheduleD,
  E: aToE.buildScheduleE,
  F: fToJ.buildScheduleF,
  G: fToJ.buildScheduleG,
  H: fToJ.buildScheduleH,
  I: fToJ.buildScheduleI,
  J: fToJ.buildScheduleJ,
  K: kToR.buildScheduleK,
  L: kToR.buildScheduleL,
  M: kToR.buildScheduleM,
  N: kToR.buildScheduleN,
  O: kToR.buildScheduleO,
  R: kToR.buildScheduleR,
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
