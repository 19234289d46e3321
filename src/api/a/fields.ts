import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import type { EvidenceRef as Evidence } from '#src/organizations/evidence/evidence-ref.ts'

export const evidenceRef = z
  .looseObject({
    Ref: z.string().describe('Pass it to a section as EvidenceRef to read what it names.'),
    Collection: z
      .enum(['filings', 'registry', 'awards', 'subawards', 'restrictions', 'enrichment'])
      .optional(),
    Form: z.enum(FORMS).optional(),
    TaxYear: z.int().optional(),
    SourcePath: z.string().optional().describe('XPath in the return, or column of the registry.'),
    SourceDocument: z.string().optional().describe('Object id and archive.'),
    Citation: z.string().optional().describe('For people: form, tax year, part and line.'),
    Formula: z.string().optional().describe('How a derived figure is computed.'),
    DerivedFrom: z.array(z.string()).optional().describe('Refs of what it is computed from.'),
  })
  .meta({ id: 'EvidenceRef' })
type EvidenceRef = z.output<typeof evidenceRef>

export const presentEvidenceRef = (evidence: Evidence): EvidenceRef => toFields(evidence)

/** Lines that hold a text instead of an amount. */
export const notReadable = z
  .array(
    z.strictObject({
      Figure: z.string().describe('The field that is absent.'),
      EvidenceRef: z.string(),
    }),
  )
  .optional()
  .describe('Amounts that are filed as a text that is not an amount, each with its Ref.')

/** Returns the list of Refs by field; no field if it is empty. */
export function presentNotReadable(refs: Readonly<Record<string, string | undefined>>) {
  const found = Object.entries(refs).flatMap(([figure, ref]) =>
    ref === undefined ? [] : [{ Figure: figure, EvidenceRef: ref }],
  )
  return found.length > 0 && { NotReadable: found }
}

// Cached, because tables have many rows and a fresh string is a slow key.
const names = new Map<string, string>()

/** Returns `CashGrant` for `cashGrant`. */
export function fieldName(key: string): string {
  const known = names.get(key)
  if (known !== undefined) return known
  const name = `${key.charAt(0).toUpperCase()}${key.slice(1)}`
  names.set(key, name)
  return name
}

type Fields<Given> = {
  [Key in keyof Given as Capitalize<Key & string>]: Exclude<Given[Key], null>
}

/** Returns the object with UpperCamelCase names, without nulls; nested objects stay as they are. */
export function toFields<Given extends object>(given: Given): Fields<Given> {
  const named = Object.entries(given).map(([key, value]) => [fieldName(key), value ?? undefined])
  return Object.fromEntries(named) as Fields<Given>
}
