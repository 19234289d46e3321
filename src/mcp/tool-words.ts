import type { ErrorCode } from '../platform/errors.ts'

/** Messages for errors whose own message says how to send a request. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  MissingCredential: 'This tool needs a key, and none is set.',
  InvalidCredential: 'The key that is set is malformed, unknown or revoked.',
  AdvancedNotIncluded:
    'With a key this is an Advanced operation, and the key that is set has none.',
  RateLimited: 'Too many calls at once; slow down.',
  InternalError: 'The service failed; that is no fault of the call.',
}

/** Paths and parameters in messages, and what a model calls them. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [
    /^The query string is over 8 KiB; send shorter parameters/,
    'The arguments are too long together; send shorter ones',
  ],
  [
    /^The request could not be read; send it as the documentation shows/,
    'The service could not read these arguments; send others',
  ],
  [/; \/api\/v2\/charity\/\d{9}\/profile has what is known/, ''],
  [/\/api\/v2\/funders\/for-cohort\?EINs=\d{9}/, 'funders_for_cohort with this EIN'],
  [/\bMode=Discovery to search by what/, 'discover_organizations, which goes by what'],
  [/, or take all hits with \/api\/v2\/export/, ''],
  [/; there are (990\w*(?:, 990\w*)*)/, '; it has filed Form $1'],
  [/see \/filings for those it has/, 'list_filings shows those it has'],
  [/see Sections of the page/, 'get_profile lists those it has'],
  [/not one this request returned/, 'not one that was given to these arguments'],
  [/; check it with a search/, '; check it with resolve_organization'],
  [/an integer from 10000000 to 999999999/, 'nine digits, such as 070000101'],
  [/ without a hyphen, separated by commas/, ''],
  [/\b(?:an )?EvidenceRef\b/g, 'Ref'],
]

/** Returns a sentence in the words of tools. */
export const inToolWords = (message: string): string =>
  PHRASES.reduce((text, [theirs, ours]) => text.replace(theirs, ours), message)

/** Returns the message of an error for a model, which knows no paths, parameters or headers. */
export const messageOf = (code: ErrorCode, message: string): string =>
  MESSAGES[code] ?? inToolWords(message)
