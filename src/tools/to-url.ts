import { didYouMean } from '../api/shared/parameters.ts'
import { parseSentEin, parseTypedEin } from '../domain/ein.ts'
import { ApiError, type ParameterIssue } from '../platform/errors.ts'
import {
  type Argument,
  argumentsOf,
  type Given,
  isLeftOut,
  operationOf,
  type Tool,
  type ToolOperation,
} from './tool.ts'

/** Characters of a path segment; a dot segment would reach another operation. */
const SEGMENT = /^[\w-]{1,64}$/

/**
 * Returns the path and query of a call. Throws ApiError InvalidParameters for unknown or missing
 * arguments and for values that are not text, a number, or a boolean; the operation validates the
 * values themselves.
 */
export function toUrl(tool: Tool, given: Given): string {
  const operation = operationOf(tool, given)
  const issues = unusedNames(tool, operation, given)
  const texts = new Map(Object.entries(operation.fixed ?? {}))
  for (const [name, argument] of Object.entries(operation.arguments)) {
    if (argument.words) continue
    if (argument.isRequired && isLeftOut(given[name])) {
      issues.push(missing(tool, operation, name))
      continue
    }
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

export const issueOf = (name: string, msg: string, type: string): ParameterIssue => ({
  loc: ['arguments', name],
  msg,
  type,
})

/** Returns an issue for each argument that would have no effect. */
function unusedNames(tool: Tool, operation: ToolOperation, given: Given): ParameterIssue[] {
  const all = argumentsOf(tool)
  return Object.keys(given).flatMap((name) => {
    if (Object.hasOwn(operation.arguments, name) || isLeftOut(given[name])) return []
    const words = Object.hasOwn(all, name) ? all[name]?.words : undefined
    const selectors = Object.keys(operation.when ?? {}).join(' and ')
    const problem = words
      ? `must be ${words.join(' or ')}, or left out`
      : Object.hasOwn(all, name)
        ? `has no effect ${selectors ? `with ${selectors}` : 'in this call'}`
        : `is not an argument of ${tool.name}${didYouMean(name, Object.keys(all))}`
    return [issueOf(name.slice(0, 100), problem, 'extra_forbidden')]
  })
}

/** Names the arguments with which a tool needs no other: "EIN is required, unless you pass Name". */
function missing({ operations }: Tool, operation: ToolOperation, name: string): ParameterIssue {
  const others = operations.flatMap(({ when, arguments: { [name]: same } }) =>
    when && !same?.isRequired ? Object.keys(when) : [],
  )
  const unless =
    operation.when || others.length === 0 ? '' : `, unless you pass ${others.join(' or ')}`
  return issueOf(name, `is required${unless}`, 'missing')
}

/** Returns the argument as the operation accepts it, undefined if omitted, or the fault. */
function readArgument(
  operation: ToolOperation,
  name: string,
  value: unknown,
): string | undefined | ParameterIssue {
  const argument = operation.arguments[name] ?? {}
  if (isLeftOut(value)) return argument.fallback?.toString()
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

function badSegment(operation: ToolOperation, parameter: string, segment: string): ParameterIssue {
  const [name = parameter, argument] =
    Object.entries(operation.arguments).find(([, one]) => one.parameter === parameter) ?? []
  const msg = argument?.isEin
    ? 'must be an EIN of nine digits, such as 070000101'
    : name === 'Section'
      ? 'must be the Id of a section; organizations lists them'
      : 'must be an object ID; filings lists them'
  return { ...issueOf(name, msg, 'value_error'), input: segment.slice(0, 100) }
}
