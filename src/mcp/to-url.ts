import { didYouMean } from '../api/shared/parameters.ts'
import { parseSentEin, parseTypedEin } from '../domain/ein.ts'
import { ApiError, type ParameterIssue } from '../platform/errors.ts'
import type { Argument } from '../tools/parameters.ts'
import { argumentsOf, type Operation, type OperationTool } from '../tools/tool.ts'

type Given = Readonly<Record<string, unknown>>

/** Characters of a path segment; a dot segment would reach another operation. */
const SEGMENT = /^[\w-]{1,64}$/

/**
 * Returns the path and query of a call. Throws ApiError InvalidParameters for unknown or missing
 * arguments and for values that are not text, a number, or a boolean; the operation validates the
 * values themselves.
 */
export function toUrl(tool: OperationTool, given: Given): string {
  const operation = operationFor(tool, given)
  const issues = unknownNames(tool, given)
  const texts = new Map(Object.entries(operation.fixed ?? {}))
  for (const [name, argument] of Object.entries(operation.arguments)) {
    const read = readArgument(operation, name, given[name])
    if (typeof read === 'object') issues.push(read)
    else if (read !== undefined) texts.set(argument.parameter ?? name, read)
  }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const segment = texts.get(parameter) ?? ''
    texts.delete(parameter)
    if (segment !== '' && !SEGMENT.test(segment))
      issues.push(badSegment(operation, parameter, segment))
    return segment
  })
  if (issues.length > 0) throw new ApiError('InvalidParameters', { issues })
  return texts.size === 0 ? path : `${path}?${new URLSearchParams([...texts])}`
}

/** Returns the operation that the given arguments select. */
export const operationFor = (
  { operation, insteadWith = {} }: OperationTool,
  given: Given,
): Operation =>
  Object.entries(insteadWith).find(([name]) => !isLeftOut(given[name]))?.[1] ?? operation

const issueOf = (name: string, msg: string, type: string): ParameterIssue => ({
  loc: ['arguments', name],
  msg,
  type,
})

function unknownNames(tool: OperationTool, given: Given): ParameterIssue[] {
  const all = Object.keys(argumentsOf(tool))
  return Object.keys(given)
    .filter((name) => !all.includes(name))
    .map((name) => {
      const message = `is not an argument of ${tool.name}${didYouMean(name, all)}`
      return issueOf(name.slice(0, 100), message, 'extra_forbidden')
    })
}

/** Returns the argument as the operation accepts it, undefined if omitted, or the fault. */
function readArgument(
  operation: Operation,
  name: string,
  value: unknown,
): string | undefined | ParameterIssue {
  const argument = operation.arguments[name] ?? {}
  if (isLeftOut(value)) {
    if (argument.isRequired) return issueOf(name, 'is required', 'missing')
    return argument.fallback?.toString()
  }
  const values = argument.isList && Array.isArray(value) ? value : [value]
  if (!values.every(isPlain)) {
    const kind = argument.isList ? 'a list of strings' : 'a single value, not a list or an object'
    return issueOf(name, `must be ${kind}`, 'invalid_type')
  }
  if (argument.most !== undefined && !argument.isList && Number(value) > argument.most) {
    const advice = operation.arguments.Cursor ? '; for more, pass NextCursor as Cursor' : ''
    return issueOf(name, `must be ${argument.most} or less${advice}`, 'too_big')
  }
  return values.map((one) => toText(argument, one)).join(',')
}

/** Many agents pass null or a blank for an argument they omit. */
const isLeftOut = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

function toText({ isEin }: Argument, value: string | number | boolean): string {
  const text = String(value).trim()
  if (!isEin) return text
  return text
    .split(',')
    .map((one) => parseTypedEin(one) ?? parseSentEin(one.trim()) ?? one.trim())
    .join(',')
}

function badSegment(operation: Operation, parameter: string, segment: string): ParameterIssue {
  const [name = parameter, argument] =
    Object.entries(operation.arguments).find(([, one]) => one.parameter === parameter) ?? []
  const msg = argument?.isEin
    ? 'must be an EIN of nine digits, such as 070000101'
    : name === 'Section'
      ? 'must be a section Id; get_profile lists the Ids'
      : 'must be an object ID; list_filings lists them'
  return { ...issueOf(name, msg, 'value_error'), input: segment.slice(0, 100) }
}
