import type { Form } from '../../domain/form.ts'
import type { FigureKey } from '../../profiles/figure-keys.ts'
import type { Citation } from '../chat.ts'

/** One figure of one filing; its citation is among those of the answer. */
export type ToolFigure = {
  key: FigureKey
  /** What its line is called on this form. */
  label: string
  value: number
  /** USD: whole dollars; ratio: a share of 1, growth too. */
  unit: 'USD' | 'count' | 'ratio' | 'months'
  form: Form
  taxYear: number
  citation: Citation
}

/** A figure that is not known, and why; it is never 0 instead. */
export type UnknownFigure = { key: FigureKey; label: string; why: string }

/** The filing an answer is made of. */
export type FilingShown = {
  ein: string
  name: string
  form: Form
  taxYear: number
  /** YYYY-MM-DD */
  taxPeriodEnd: string
  isAmended: boolean
  isGroupReturn: boolean
}
