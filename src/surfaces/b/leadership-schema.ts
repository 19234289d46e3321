import { z } from 'zod'
import { taxYear } from '../parameters.ts'
import { evidenceRegistry } from './evidence.ts'
import { numberFigure, src, textFigure } from './figure.ts'
import { about, filing } from './filing-schema.ts'
import { page, paging } from './paging.ts'

export const pagedYearQuery = z.strictObject({
  year: taxYear('Tax year of the primary form; the latest when it is left out.'),
  page,
})

export const ROLES = [
  'trustee',
  'institutional_trustee',
  'officer',
  'key_employee',
  'highest_compensated',
  'former',
] as const

const role = z
  .strictObject({
    role: z.enum(ROLES),
    label: z.string().optional(),
    ref: z.string().describe('The box that is ticked.'),
    _src: src,
  })
  .meta({ id: 'PersonRole' })

const scheduleJ = z
  .strictObject({
    ref: z.string().describe('The row of Schedule J.'),
    amounts: z.record(z.string(), numberFigure),
    _src: src,
  })
  .meta({ id: 'ScheduleJCompensation' })

const person = z
  .strictObject({
    name: textFigure.optional(),
    title: textFigure.optional(),
    list: z.string().describe('Which list of the return names the person.'),
    ref: z.string().describe('The row of that list.'),
    roles: z.array(role),
    hours: numberFigure.optional().describe('Average hours a week.'),
    hours_related: numberFigure.optional().describe('The same, for related organizations.'),
    reportable_compensation: numberFigure.optional(),
    related_compensation: numberFigure.optional(),
    other_compensation: numberFigure.optional(),
    compensation: numberFigure.optional(),
    benefits: numberFigure.optional(),
    expense_account: numberFigure.optional(),
    schedule_j: scheduleJ.optional(),
    _src: src,
  })
  .meta({ id: 'PersonB' })
export type PersonB = z.output<typeof person>

export const leadershipData = z.strictObject({
  ...about,
  filing,
  ...paging,
  people: z.array(person).describe('In filed order; those that Schedule J alone lists come last.'),
  totals: z
    .strictObject({
      reportable_compensation: numberFigure.optional(),
      related_compensation: numberFigure.optional(),
      other_compensation: numberFigure.optional(),
      _src: src,
    })
    .describe('Totals the return states over all people, with those it does not name.'),
  evidence: evidenceRegistry,
})
export type LeadershipData = z.output<typeof leadershipData>
