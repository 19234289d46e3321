import type { ErrorCode } from '../../errors.ts'

/** In place of a refusal's own sentence, where that tells how to send a request. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  MissingCredential: 'This tool needs a key, and none is set.',
  InvalidCredential: 'The key that is set is malformed, unknown or revoked.',
  AdvancedNotIncluded:
    'With a key this is an Advanced operation, and the key that is set has none.',
  RateLimited: 'Too many calls at once; slow down.',
  InternalError: 'The service failed; that is no fault of the call.',
}

/** What our sentences name by paths and parameters, as a model knows it. */
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

/** A sentence of ours in the words of tools. */
export const inToolWords = (message: string): string =>
  PHRASES.reduce((text, [theirs, ours]) => text.replace(theirs, ours), message)

/** A refusal's sentence for a model, which knows no path, parameter or header. */
export const messageOf = (code: ErrorCode, message: string): string =>
  MESSAGES[code] ?? inToolWords(message)
