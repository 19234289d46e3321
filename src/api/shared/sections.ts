import { z } from 'zod'
import { refsOf } from '#src/domain/evidence.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import { FORMS } from '#src/domain/form.ts'
import { heroFieldsOfB } from '#src/figures/figures.ts'
import type { CitedFiling } from '#src/organizations/evidence/evidence-ref.ts'
import type { FlowLine, MoneyFlow } from '#src/organizations/figures/money-flow.ts'
import type { Relationship } from '#src/organizations/relations/related.ts'
import { lineOfRow } from '#src/organizations/sections/describe-tables.ts'
import type { SectionRow } from '#src/organizations/sections/section-data.ts'
import { component } from './schemas.ts'
import { keysOf, nameOf, oneWord, type Unwritten } from './skin.ts'

const cells = (...kinds: Kind[]) => keysOf(cellsOf(...kinds))

const rowShape = {
  table: nameOf(z.string()),
  ref: z.string().optional(),
  values: cells('string', 'number', 'boolean'),
  refs: cells('string'),
}

/** A row of a table in a return, as `toRow` returns it. */
export const row = component('SectionRow', {
  ...rowShape,
  label: z.string().optional(),
  line: z.string().optional(),
  isTotal: z
    .literal(true)
    .optional()
    .describe('The row is the sum of other rows in the table. Exclude it from sums.'),
  scheduleJ: z.strictObject(rowShape).optional(),
})

type WrittenRow = Unwritten<typeof row>

/** Returns a function that writes rows of one filing as `row` describes them, in camelCase. */
export function toRows(filing: CitedFiling): (shown: SectionRow) => WrittenRow {
  const toRef = refsOf(filing)
  return function toRow(shown): WrittenRow {
    const { table, row, detail } = shown
    const { path, label, isTotal } = row
    return {
      table,
      label,
      line: lineOfRow(filing, shown),
      isTotal: isTotal || undefined,
      ref: path === undefined ? undefined : toRef(path),
      ...toCells(row, toRef),
      scheduleJ: detail && toRow(detail),
    }
  }
}

function toCells({ cells }: Row, toRef: (path: string) => string) {
  const values: Record<string, string | number | boolean> = {}
  const refs: Record<string, string> = {}
  for (const [key, { value, path }] of Object.entries(cells)) {
    values[key] = value
    refs[key] = toRef(path)
  }
  return { values, refs }
}

const text = z.string().optional()

/** Organizations named on Schedule R, with the rows that name them. */
export const relationships = z.array(
  z.strictObject({
    organization: z.looseObject({
      name: text,
      ein: z.string().optional(),
      location: z.looseObject({ city: text, state: text, country: text }).optional(),
    }),
    roles: z
      .array(oneWord(['Source', 'Target']))
      .min(1)
      .describe(
        "$source: this organization's Schedule R lists the other one. $target: the other organization's Schedule R lists this one.",
      ),
    relationshipType: z.string(),
    confidences: z.array(oneWord(['Authoritative', 'Strong'])).min(1),
    evidence: z
      .array(
        z.looseObject({
          ...rowShape,
          line: text,
          filerEin: z.string(),
          form: z.enum(FORMS),
          taxYear: z.int(),
        }),
      )
      .min(1),
  }),
)

export const toRelationship = ({ organization, type, evidence, ...known }: Relationship) => ({
  ...known,
  organization: { ...organization, location: toLocation(organization) },
  relationshipType: type,
  evidence: evidence.map(({ filing, ein, ...shown }) => ({
    ...toRows(filing)(shown),
    ...{ filerEin: ein, form: filing.form, taxYear: filing.taxYear },
  })),
})

type Place = { city?: string | null; state?: string | null; country?: string | null }

/** Returns the place of an organization; undefined if nothing is known of it. */
export const toLocation = ({ city, state, country }: Place) =>
  city || state || country ? { city, state, country } : undefined

const points = z.array(
  component('YearAmount', {
    year: z.int(),
    value: z.number().optional(),
    ref: z.string().optional(),
  }),
)

const lines = z
  .record(
    nameOf(z.string()),
    component('MoneyLine', {
      label: z.string(),
      role: oneWord(
        ['total', 'part', 'function', 'detail', 'beside'],
        'Each $part and each $function adds up to the total. A $detail is included in a part or the total, and $beside in neither.',
      ),
      value: z.number(),
      ref: z.string(),
    }),
  )
  .optional()

/** Lines whose filed text is not an amount. */
export const notReadable = z
  .array(z.strictObject({ figure: nameOf(z.string()), ref: z.string() }))
  .optional()

/** The money of one year, and the totals of all years. */
export const moneyFlow = component('MoneyFlowData', {
  financialTrend: z.strictObject(heroFieldsOfB(() => points)),
  revenues: lines,
  expenses: lines,
  assets: lines,
  liabilities: lines,
  fundBalance: lines,
  notReadable,
})

/** Returns a money flow as the schema describes it; groups without lines are absent. */
export const toMoneyFlow = ({ trend, unreadable, ...groups }: MoneyFlow) => ({
  financialTrend: heroFieldsOfB((key) => trend[key]),
  revenues: byKey(groups.revenues),
  expenses: byKey(groups.expenses),
  assets: byKey(groups.assets),
  liabilities: byKey(groups.liabilities),
  fundBalance: byKey(groups.fundBalance),
  notReadable: someOf(unreadable.map(({ key, ref }) => ({ figure: key, ref }))),
})

const byKey = (lines: FlowLine[]) =>
  lines.length > 0 ? Object.fromEntries(lines.map((line) => [line.key, line])) : undefined

/** Returns the list; undefined if it is empty. */
export const someOf = <Item>(items: Item[]) => (items.length > 0 ? items : undefined)

type Kinds = { string: string; number: number; boolean: boolean }
type Kind = keyof Kinds

/**
 * Validates an object of plain values and documents it like `z.record`. One loop is enough: `z.record`
 * runs a schema for each key and value, which took 90% of the time to validate a page of 200 rows.
 */
export function cellsOf<const One extends Kind>(...kinds: readonly One[]) {
  const [only] = kinds
  return z
    .custom<Record<string, Kinds[One]>>((value) => isRecordOf(value, kinds), {
      error: `Expected an object of ${kinds.join(', ')}`,
    })
    .meta({
      type: 'object',
      propertyNames: { type: 'string' },
      additionalProperties: { type: kinds.length === 1 && only ? only : [...kinds] },
    })
}

function isRecordOf(value: unknown, kinds: readonly Kind[]): boolean {
  if (!z.core.util.isPlainObject(value)) return false
  const allowed: readonly string[] = kinds
  return Object.values(value).every(
    (one) => allowed.includes(typeof one) && (typeof one !== 'number' || Number.isFinite(one)),
  )
}
