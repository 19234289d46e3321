import { z } from 'zod'
import { ApiError } from '../../errors.ts'
import { maskKeys } from '../../logging.ts'

type Check = { addIssue: (issue: { code: 'custom'; message: string; params: object }) => void }

const refuse = (check: Check, type: string, message: string) => {
  check.addIssue({ code: 'custom', message, params: { type } })
  return z.NEVER
}

/** Unicode characters, as people count them and as JSON Schema's maxLength does; not UTF-16 units. */
export const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Why the store cannot hold a text as it was sent, or undefined. */
export function whyUnstorable(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain NUL (U+0000), which cannot be stored'
  if (!text.isWellFormed())
    return 'must not contain half of a surrogate pair, which is no character'
  return undefined
}

const string = z.string({
  error: ({ input }) => (input === undefined ? 'is required' : 'must be a text'),
})

type TextRule = { max: number; description: string; isOneLine?: boolean }

/**
 * A text of a body: at most `max` characters, storable, and not blank; as it was sent, but for API
 * keys, which are masked: people paste them where they do not belong.
 */
export const bodyText = ({ max, description }: TextRule) =>
  string
    .transform((text, check) => {
      if (text.trim() === '') return refuse(check, 'too_short', 'must not be blank')
      return checkText(text, max, check)
    })
    .meta({ type: 'string', minLength: 1, maxLength: max, pattern: '\\S', description })

/** Control characters and what begins a new line; in a label they only serve to forge another. */
const BEYOND_A_LINE = /[\p{Cc}\u2028\u2029]/u

/** As `bodyText`; left out or empty it is undefined. */
export const optionalBodyText = ({ max, description, isOneLine = false }: TextRule) =>
  string
    .transform((text, check) => {
      if (isOneLine && BEYOND_A_LINE.test(text)) {
        return refuse(check, 'invalid_text', 'must be one line without control characters')
      }
      return text === '' ? undefined : checkText(text, max, check)
    })
    .meta({ type: 'string', maxLength: max, description })
    .optional()

function checkText(text: string, max: number, check: Check): string {
  const length = countCharacters(text)
  if (length > max) {
    return refuse(check, 'too_long', `must be at most ${max} characters; it has ${length}`)
  }
  const fault = whyUnstorable(text)
  return fault === undefined ? maskKeys(text) : refuse(check, 'invalid_text', fault)
}

/** The longest address a mail can be sent to (RFC 5321 part 4.5.3.1.3, without its brackets). */
const MAX_EMAIL = 254

/** Its part before the @ (part 4.5.3.1.1). */
const MAX_LOCAL_PART = 64

const EMAIL_SHAPE = z.email()

/** An e-mail address as people have them: of letters, digits and the usual signs, with a domain. */
export const bodyEmail = (description: string) =>
  string
    .transform((text, check) => {
      if (text.length > MAX_EMAIL) {
        return refuse(check, 'too_long', `must be at most ${MAX_EMAIL} characters`)
      }
      const isShaped = EMAIL_SHAPE.safeParse(text).success && text.indexOf('@') <= MAX_LOCAL_PART
      if (isShaped && maskKeys(text) === text) return text
      return refuse(check, 'email', 'must be an e-mail address, such as name@place.example')
    })
    .meta({
      type: 'string',
      format: 'email',
      pattern: z.regexes.email.source,
      maxLength: MAX_EMAIL,
      description,
    })

/** Eight digits are an EIN whose leading zero was lost; nine may have the hyphen of print. */
const EIN_TEXT = /^(0[1-9]-?\d{7}|[1-9]\d-?\d{7}|[1-9]\d{7})$/
const EIN_MESSAGE = 'must be an EIN: eight or nine digits, 10000000 to 999999999, or as 01-0000000'

/**
 * An EIN as an integer or as digits, its leading zero given or not, with its hyphen or not; gives
 * nine characters.
 */
export const bodyEin = (description: string) =>
  z
    .unknown()
    .transform((given, check) => {
      if (given === undefined) return refuse(check, 'missing', 'is required')
      const digits = Number.isInteger(given) ? String(given) : given
      return toEin(digits, check)
    })
    .meta({
      type: ['integer', 'string'] as never,
      pattern: EIN_TEXT.source,
      minimum: 10_000_000,
      maximum: 999_999_999,
      description,
    })

/** As `bodyEin`, but no integer. */
export const bodyEinText = (description: string) =>
  string
    .transform((given, check) => toEin(given, check))
    .meta({ type: 'string', pattern: EIN_TEXT.source, description })

function toEin(given: unknown, check: Check): string {
  if (typeof given === 'string' && EIN_TEXT.test(given)) {
    return given.replace('-', '').padStart(9, '0')
  }
  return refuse(check, 'ein', EIN_MESSAGE)
}

/** Interface part 2.1: `Notified` of QuestionResult and FeedbackResult. */
export const notifiedField = z
  .boolean()
  .describe(
    'Whether the operators have been told already; if not, they are told later or find it in their inbox.',
  )

/** The message for what is no object; unknown fields are told by name elsewhere (validation.ts). */
export const objectFault = ({ code }: { code?: string }) =>
  code === 'invalid_type' ? 'must be a JSON object' : undefined

/** Refuses a request without a body; any other that is not JSON is refused where it is read. */
export async function requireBody({ body }: { body: unknown }): Promise<void> {
  if (body !== undefined) return
  throw new ApiError('InvalidRequest', {
    message: 'The request has no body; send one of JSON, with Content-Type: application/json.',
  })
}
