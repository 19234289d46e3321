import type { FastifySchema } from 'fastify'
import { ResponseSerializationError, serializerCompiler } from 'fastify-type-provider-zod'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cellsOf } from '#src/api/shared/sections.ts'
import { writeAnswer } from '#src/api/shared/validation.ts'

const route = { method: 'GET', url: '/' }
const write = (schema: z.ZodType, answer: unknown): string =>
  writeAnswer({ schema, ...route } as {
    schema: z.ZodType & FastifySchema
    method: string
    url: string
  })(answer)

describe('a response before it is sent', () => {
  const schema = z.strictObject({
    Year: z.int(),
    Roles: z.array(z.enum(['Source', 'Target'])).min(1),
    Note: z.string().optional(),
    More: z.looseObject({ Name: z.string() }),
  })
  const answer = { More: { Extra: 1, Name: 'A' }, Note: undefined, Roles: ['Target'], Year: 2022 }

  it("is serialized like the provider's own compiler does", () => {
    const theirs = serializerCompiler({ schema, ...route })(answer)
    expect(write(schema, answer)).toBe(theirs)
  })

  it.each([
    { ...answer, Roles: [] },
    { ...answer, Year: 2022.5 },
    { ...answer, Unknown: 1 },
    { ...answer, More: {} },
  ])('is rejected if it does not match: %j', (wrong) => {
    expect(() => write(schema, wrong)).toThrow(ResponseSerializationError)
  })

  it('is checked once, even below a list with a minimum length', () => {
    let reads = 0
    const role = {
      get Name() {
        reads += 1
        return 'A'
      },
    }
    write(z.array(z.object({ Name: z.string() })).min(1), [role])
    expect(reads).toBe(1)
  })
})

describe('cells', () => {
  const cells = cellsOf('string', 'number', 'boolean')
  const records = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))

  it.each([
    ...[{}, { Name: 'A', Amount: 0, IsGrant: false }, { Name: undefined }, { Name: null }],
    ...[{ Amount: Number.NaN }, { Amount: Number.POSITIVE_INFINITY }, { Amount: Symbol.iterator }],
    ...[{ Names: ['A'] }, ['A'], new Map(), 'A', null, undefined],
  ])('accept the values that a record accepts, and no others: %j', (value) => {
    expect(cells.safeParse(value).success).toBe(records.safeParse(value).success)
  })

  it.each([
    [cells, records],
    [cellsOf('string'), z.record(z.string(), z.string())],
  ])('are documented like a record', (ours, theirs) => {
    const toJson = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any' })
    expect(toJson(ours)).toEqual(toJson(theirs))
  })
})
