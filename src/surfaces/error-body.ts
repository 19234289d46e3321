import { type ApiError, ERRORS, type ErrorCode } from '../errors.ts'
import type { Surface } from './surface.ts'
import { describeIssues } from './validation.ts'

/** Statuses of surface B (decisions part 1); its validation errors are 400. */
const B_STATUS: Partial<Record<number, number>> = { 422: 400 }

/** Sentences that name parameters, with B's own. */
const B_MESSAGES: Partial<Record<ErrorCode, string>> = {
  PageTooDeep:
    'Pages end at the 10,000th result; narrow the search with state, min_revenue or more words in q.',
}

/** Status and body of an error in the form of a surface (decisions parts 1 and 2). */
export function presentError(error: ApiError, surface: Surface): { status: number; body: object } {
  const { issues } = error.details
  if (surface === 'b') {
    const sentence = issues ? describeIssues(issues) : messageOnB(error)
    return {
      status: B_STATUS[error.status] ?? error.status,
      body: { success: false, data: null, error: sentence },
    }
  }
  const detail = issues ?? { ErrorCode: error.code, Message: error.message }
  return { status: error.status, body: { detail } }
}

const messageOnB = ({ code, message }: ApiError): string =>
  message === ERRORS[code][1] ? (B_MESSAGES[code] ?? message) : message
