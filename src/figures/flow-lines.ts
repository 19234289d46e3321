import { FACTS, type FactKey } from '../domain/facts/definitions.ts'
import type { Form } from '../domain/form.ts'
import { readTsv } from '../domain/tsv.ts'

export type FlowGroup = 'revenues' | 'expenses' | 'assets' | 'liabilities' | 'fundBalance'

/**
 * The role of a line: the `total`; a `part` (parts add up to the total); a `detail` of a part or of
 * the total; a `function` (another breakdown of total expenses); or `beside`, an amount that belongs
 * to no sum because it uses another date, valuation, or accounting basis.
 */
export type FlowRole = 'total' | 'part' | 'detail' | 'function' | 'beside'

type Line = { form: string; group: FlowGroup; role: FlowRole; key: FactKey }

const LINES: readonly Line[] = readTsv(new URL('./flow-lines.tsv', import.meta.url)).flatMap(
  ([form = '', group, role, facts = '']) =>
    facts.split(' ').map((key) => {
      if (!(key in FACTS)) throw new Error(`flow-lines.tsv: unknown fact ${key}`)
      return { form, group, role, key } as Line
    }),
)

/** Returns the lines of a form's money flow, in the order of the response. */
export const flowLines = (form: Form): Line[] =>
  LINES.filter((line) => line.form === form || line.form === 'all')
