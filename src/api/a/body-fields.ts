import { z } from 'zod'
import { parseSentEin } from '#src/domain/ein.ts'
import { maskKeys } from '#src/domain/mask-keys.ts'
import { ApiError } from '#src/platform/errors.ts'
import { type Check, EIN_FORMS, refuse } from '../shared/parameters.ts'

/** Unicode characters, as people count them and as JSON Schema's maxLength does; not UTF-16 units. */
const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Returns why the store cannot store a text, or undefined. */
export function whyUnstorable(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain the NUL character (U+0000)'
  if (!text.isWellFormed()) return 'must not contain an unpaired surrogate'
  return undefined
}

const string = z.string({
  error: ({ input }) => (input === undefined ? 'is required' : 'must be a string'),
})

type TextRule = { max: number; description: string; isOneLine?: boolean }

/**
 * Validates a text field of a body: at most `max` characters, storable, and not blank. API keys are
 * masked, because people paste them by mistake.
 */
export const bodyText = ({ max, description }: TextRule) =>
  string
    .transform((text, check) => {
      if (text.trim() === '') return refuse(check, 'too_short', 'must not be blank')
      return checkText(text, max, check)
    })
    .meta({ type: 'string', maxLength: max, pattern: '\\S', description })

/** Control characters and line breaks, which could forge another line of a label. */
const BEYOND_A_LINE = /[\p{Cc}\u2028\u2029]/u

/** Does the same as `bodyText`; undefined if absent or empty. */
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

/** The longest address (RFC 5321 section 4.5.3.1.3, without brackets). */
const MAX_EMAIL = 254

/** The part before the @ (section 4.5.3.1.1). */
const MAX_LOCAL_PART = 64

const EMAIL_SHAPE = z.email()

export const bodyEmail = (description: string) =>
  string
    .transform((text, check) => {
      if (text.length > MAX_EMAIL) {
        return refuse(check, 'too_long', `must be at most ${MAX_EMAIL} characters`)
      }
      const isShaped = EMAIL_SHAPE.safeParse(text).success && text.indexOf('@') <= MAX_LOCAL_PART
      if (isShaped && maskKeys(text) === text) return text
      return refuse(check, 'email', 'must be an email address, such as name@place.example')
    })
    .meta({
      type: 'string',
      format: 'email',
      maxLength: MAX_EMAIL,
      description,
    })

const EIN_TEXT = new RegExp(EIN_FORMS.pattern)
const EIN_MESSAGE = 'must be an EIN of nine digits, such as 070000101 or 07-0000101'

/**
 * Validates an EIN as an integer or digits, with or without leading zeros and hyphen; parses to nine
 * characters.
 */
export const bodyEin = (description: string) =>
  z
    .unknown()
    .transform((given, check) => {
      if (given === undefined) return refuse(check, 'missing', 'is required')
      const digits = Number.isInteger(given) ? String(given) : given
      return toEin(digits, check)
    })
    .meta({ ...EIN_FORMS, description })

/** Does the same as `bodyEin`, but rejects an integer. */
export const bodyEinText = (description: string) =>
  string
    .transform((given, check) => toEin(given, check))
    .meta({ type: 'string', pattern: EIN_FORMS.pattern, description })

function toEin(given: unknown, check: Check): string {
  const isEin = typeof given === 'string' && EIN_TEXT.test(given)
  const ein = isEin ? parseSentEin(given) : undefined
  return ein ?? refuse(check, 'ein', EIN_MESSAGE)
}

/** Returns the message for a body that is not an object; validation.ts reports unknown fields. */
export const objectFault = ({ code }: { code?: string }) =>
  code === 'invalid_type' ? 'must be a JSON object' : undefined

/** Rejects a request without a body; the parser rejects bodies that are not JSON. */
export async function requireBody({ body }: { body: unknown }): Promise<void> {
  if (body !== undefined) return
  throw new ApiError('InvalidRequest', {
    message: 'The request has no body. Send a JSON object with Content-Type: application/json.',
  })
}
