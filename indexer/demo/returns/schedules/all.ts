import type { Block } from '../../xml.ts'
import type { ReturnContext } from '../context.ts'
import { buildScheduleA } from './schedule-a.ts'
import { buildScheduleB } from './schedule-b.ts'
import { buildScheduleC } from './schedule-c.ts'
import { buildScheduleD } from './schedule-d.ts'
import { buildScheduleE } from './schedule-e.ts'
import { buildScheduleF } from './schedule-f.ts'
import { buildScheduleG } from './schedule-g.ts'
import { buildScheduleH } from './schedule-h.ts'
import { buildScheduleI } from './schedule-i.ts'
import { buildScheduleJ } from './schedule-j.ts'
import { buildScheduleK } from './schedule-k.ts'
import { buildScheduleL } from './schedule-l.ts'
import { buildScheduleM } from './schedule-m.ts'
import { buildScheduleN } from './schedule-n.ts'
import { buildScheduleO } from './schedule-o.ts'
import { buildScheduleR } from './schedule-r.ts'

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
