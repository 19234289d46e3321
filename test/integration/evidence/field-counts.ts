import { z } from 'zod'

/**
 * Returns the paths of all fields in a schema, with arrays and maps as `Chips[].Label` and
 * `EvidenceRefs{}.Ref`. Excludes fields of an open object that the schema does not name.
 */
export function fieldsOf(schema: z.ZodType, at = ''): string[] {
  if (schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap() as z.ZodType, at)
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element as z.ZodType, `${at}[]`)
  if (schema instanceof z.ZodRecord) return fieldsOf(schema.valueType as z.ZodType, `${at}{}`)
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodType[]
    return [...new Set(options.flatMap((option) => fieldsOf(option, at)))]
  }
  if (!(schema instanceof z.ZodObject)) return [at]
  const inner = Object.entries(schema.shape as Record<string, z.ZodType>)
  return [
    ...(at === '' || inner.length > 0 ? [] : [at]),
    ...inner.flatMap(([key, field]) => fieldsOf(field, at === '' ? key : `${at}.${key}`)),
  ]
}

/**
 * Adds the fields that a body fills to the counts, each once, by the response's name and theirs.
 */
export function countFields(
  counts: Map<string, number>,
  known: readonly string[],
  answer: string,
  body: unknown,
): void {
  for (const field of known) {
    if (isFilled(body, field.split(/(?=\[\]|\{\})|\./))) {
      const name = `${answer}.${field}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
}

function isFilled(value: unknown, [step, ...rest]: string[]): boolean {
  if (value === undefined || value === null) return false
  if (step === undefined) return true
  if (typeof value !== 'object') return false
  if (step === '[]') return Array.isArray(value) && value.some((item) => isFilled(item, rest))
  if (step === '{}') return Object.values(value).some((item) => isFilled(item, rest))
  return isFilled((value as Record<string, unknown>)[step], rest)
}
