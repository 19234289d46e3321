import { describe, expect, test } from 'vitest'
import { errorBody } from '#src/api/a/operation.ts'
import { errorEnvelope } from '#src/api/b/operation.ts'
import { presentError, toApiError } from '#src/api/shared/error-handler.ts'
import { ApiError, ERRORS, type ErrorCode } from '#src/platform/errors.ts'

const codes = Object.keys(ERRORS) as ErrorCode[]

describe('the error table', () => {
  test.each(codes)('%s has a body in both forms and one sentence', (code) => {
    const error = new ApiError(code)
    const a = presentError(error, 'a')
    expect(a.status).toBe(ERRORS[code].status)
    const detail = { ErrorCode: code, Message: ERRORS[code].message }
    expect(errorBody.parse(a.body).detail).toEqual(detail)
    const b = presentError(error, 'b')
    expect(b.status).not.toBe(422)
    const { error: sentence } = errorEnvelope.parse(b.body)
    // Parameters have other names on B.
    if (code !== 'PageTooDeep') expect(sentence).toBe(ERRORS[code].message)
    expect(ERRORS[code].message).toMatch(/^[A-Z].*\.$/)
  })

  test('validation is an array on A and a sentence with status 400 on B', () => {
    const issues = ['Limt is wrong; did you mean Limit?', 'Cursor is low'].map((text) => {
      const [name = '', ...msg] = text.split(' ')
      return { loc: ['query', name], msg: msg.join(' '), type: 'x', input: '0' }
    })
    const error = new ApiError('InvalidParameters', { issues })
    expect(presentError(error, 'a')).toEqual({ status: 422, body: { detail: issues } })
    const sentence = 'Limt is wrong; did you mean Limit? Cursor is low.'
    const body = { success: false, data: null, error: sentence }
    expect(presentError(error, 'b')).toEqual({ status: 400, body })
  })
})

describe('an exception becomes', () => {
  const thrown = (code: string, statusCode?: number) =>
    Object.assign(new Error('internal'), { code, statusCode })

  test.each([
    [thrown('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'BodyTooLarge'],
    [thrown('FST_ERR_CTP_INVALID_JSON_BODY', 400), 'InvalidRequest'],
    [thrown('FST_ERR_BAD_URL', 400), 'InvalidRequest'],
    [thrown('FST_ERR_HANDLER_TIMEOUT', 503), 'SearchUnavailable'],
    [thrown('ERR_SOMETHING'), 'InternalError'],
    [new TypeError('x is not a function'), 'InternalError'],
    ['a string', 'InternalError'],
  ])('%s', (error, code) => {
    const apiError = toApiError(error)
    expect(apiError.code).toBe(code)
    expect(apiError.message).not.toContain('internal')
  })
  test.each([
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'Content-Type: application/json'],
    ['FST_ERR_CTP_INVALID_JSON_BODY', 400, 'is not valid JSON'],
    ['FST_ERR_CTP_EMPTY_JSON_BODY', 400, 'is empty'],
  ])('%s says what to send', (code, status, words) => {
    const apiError = toApiError(thrown(code, status))
    expect(apiError).toMatchObject({ code: 'InvalidRequest', status: 400 })
    expect(apiError.message).toContain(words)
  })
  test('SearchUnavailable for a slow handler, with the slow part for the log', () => {
    const error = thrown('FST_ERR_HANDLER_TIMEOUT', 503)
    expect(toApiError(error).cause).toBe(error)
  })
})
