import type { FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { maskKeys } from '#src/domain/mask-keys.ts'
import { ApiError, type ParameterIssue } from '#src/platform/errors.ts'
import { didYouMean } from './parameters.ts'

const PLACES: Record<string, string> = {
  querystring: 'query',
  params: 'path',
  body: 'body',
  headers: 'header',
}

/** Characters of an input shown in an issue: enough to recognize it. */
const MAX_SHOWN = 200
/** Items of a list or fields of an object shown in an issue. */
const MAX_PARTS = 10

/**
 * Parses parts of a request with their zod schemas; failures become one ApiError InvalidParameters
 * with an issue for each fault and each unknown name.
 */
export const parseRequestPart: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const place = PLACES[httpPart ?? ''] ?? 'request'
  return (data: unknown) => {
    const parsed = schema.safeParse(data)
    if (parsed.success) return { value: parsed.data }
    const issues = parsed.error.issues.flatMap((issue) => toIssues(issue, place, schema, data))
    return { error: new ApiError('InvalidParameters', { issues }) }
  }
}

/**
 * Validates responses with their zod schemas and writes them as JSON. It parses where the provider's
 * own compiler encodes: the result is the same, but encoding runs every check twice. Throws
 * ResponseSerializationError for a response that does not match.
 */
export const writeAnswer: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url }) =>
  (answer) => {
    const checked = schema.safeParse(answer)
    if (checked.success) return JSON.stringify(checked.data)
    throw new ResponseSerializationError(method, url, { cause: checked.error })
  }

function toIssues(
  issue: z.core.$ZodIssue,
  place: string,
  schema: z.ZodType,
  data: unknown,
): ParameterIssue[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys') {
    const known = namesAt(schema, path)
    const noun = place === 'body' ? 'field' : 'parameter'
    return issue.keys.map((key) => ({
      loc: [place, ...path, showText(key)],
      msg: `is not a known ${noun}${didYouMean(key, known)}`,
      type: 'extra_forbidden',
    }))
  }
  const input = valueAt(data, path)
  const type = issue.code === 'custom' ? String(issue.params?.type ?? 'value_error') : issue.code
  return [
    {
      loc: [place, ...path],
      msg: issue.message,
      type: input === undefined ? 'missing' : type,
      ...(input !== undefined && { input: shorten(input) }),
    },
  ]
}

/** Returns the field names of the object that a schema has at a path. */
function namesAt(schema: unknown, path: (string | number)[]): string[] {
  if (schema instanceof z.ZodOptional) return namesAt(schema.unwrap(), path)
  const [step, ...rest] = path
  if (schema instanceof z.ZodArray) return namesAt(schema.element, rest)
  if (!(schema instanceof z.ZodObject)) return []
  return step === undefined ? Object.keys(schema.shape) : namesAt(schema.shape[step], rest)
}

const valueAt = (data: unknown, path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    data,
  )

// One level only: a body may be nested deeper than JSON can be written.
const shorten = (input: unknown): unknown => {
  if (Array.isArray(input)) return input.slice(0, MAX_PARTS).map(shortenPart)
  if (typeof input !== 'object' || input === null) return shortenPart(input)
  const parts = Object.entries(input).slice(0, MAX_PARTS)
  return Object.fromEntries(parts.map(([name, part]) => [showText(name), shortenPart(part)]))
}

const shortenPart = (part: unknown): unknown => {
  if (typeof part === 'string') return showText(part)
  if (typeof part !== 'object' || part === null) return part
  return Array.isArray(part) ? '[…]' : '{…}'
}

// Clients log and forward errors, so mask a key that was sent by mistake.
const showText = (text: string): string => maskKeys(text).slice(0, MAX_SHOWN)

/** Returns the issues as sentences for surface B. */
export const describeIssues = (issues: ParameterIssue[]): string =>
  issues
    .map(({ loc, msg }) => `${loc.slice(1).join('.') || loc[0]} ${msg}`)
    .map((sentence) => (/[.?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ')
