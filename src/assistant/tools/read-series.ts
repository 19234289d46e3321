import { z } from 'zod'
import { FORMS, type Form } from '../../domain/form.ts'
import { FIGURE_KEYS, type FigureKey } from './figure-keys.ts'
import type { ToolFigure } from './figures.ts'
import { einParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type SeriesPoint = ToolFigure & {
  /** Under twelve months: not to be compared with full years. */
  isShortYear: boolean
  isGroupReturn: boolean
}

export type ReadSeriesAnswer = ToolAnswer & {
  ein: string
  name: string
  form: Form
  figure: FigureKey
  label: string
  /** Oldest first. */
  points: SeriesPoint[]
  /** Tax years with a filing that does not tell the figure. */
  unknownYears: { taxYear: number; why: string }[]
}

const params = z.strictObject({
  ein: einParam,
  figure: z.enum(FIGURE_KEYS),
  form: z.enum(FORMS).optional(),
})

/** One figure over the years of one form, one point a tax year. */
export const readSeries: Tool<typeof params, ReadSeriesAnswer> = {
  name: 'read_series',
  description:
    'One figure of an organization over all tax years of its primary form, oldest first. A year that is not listed is not known.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
