import { patternOf } from '../../phrases.ts'
import { trimToName } from './names.ts'

const GAVE = String.raw`(?:give|gave|given|fund|funded|grant|granted|supported?|donated?|contributed?|awarded?|made|make|(?:pay|paid)(?= [^?]{0,40}to\b))`
const WHAT = `(?:ever |any |a |money |much |anything |grants? |funding |funds |gifts? )*`

// The two sides of a grant in common phrasings.
const PATTERNS = [
  /\b(?:grants?|money|funding|how much|gifts?)\b[^?]{0,40}?\b(?:from|by|of) (?<funder>[^?]{1,160}?) to (?<recipient>[^?]{1,160})/i,
  new RegExp(
    String.raw`\b(?:has|did|does|have|do) (?<funder>[^?]{1,160}?) (?:ever |also )?${GAVE} ${WHAT}(?!away|out\b)(?:to )?(?<recipient>[^?]{1,160})`,
    'i',
  ),
  /(?<funder>[^?]{1,160}?)'s? (?:grants?|gifts?|support|funding) (?:to|for) (?<recipient>[^?]{1,160})/i,
  new RegExp(
    String.raw`\b(?:did|does|has|have|do) (?<recipient>[^?]{1,160}?) (?:ever )?(?:get|got|gotten|receive[sd]?|obtain(?:ed)?) ${WHAT}from (?<funder>[^?]{1,160})`,
    'i',
  ),
  /\b(?:is|was|are|were|been) (?<recipient>[^?]{1,160}?) (?:being |been )?(?:funded|supported|backed|financed) by (?<funder>[^?]{1,160})/i,
]

/** Returns the two sides of a question about grants; undefined unless it names both. */
export function readSides(text: string): { funder: string; recipient: string } | undefined {
  for (const pattern of PATTERNS) {
    const { funder = '', recipient = '' } = pattern.exec(text)?.groups ?? {}
    if (isSide(funder) && isSide(recipient)) return { funder, recipient }
  }
  return undefined
}

const PRONOUN = /^(?:it|them|they|this|that|him|her|this \w+)[\s?.!]*$/i
// "who did it give to", "grants from foundations": no particular organization.
const NOBODY_WORDS = patternOf(`
  who | whom | which | what | anyone | anybody |
  (other |the |any )?(foundations?|organi[sz]ations?|charit(y|ies)|nonprofits?|government|others|people|funders?|donors?|grantees|recipients) |
  (total )?(grants?|gifts?|money|funding|scholarships|donations|contributions|cash|total|all)
`)
const NOBODY = new RegExp(`^(?:${NOBODY_WORDS})$`, 'i')

const isSide = (text: string): boolean => {
  const name = trimToName(text)
  return PRONOUN.test(text.trim()) || (name !== '' && !NOBODY.test(name))
}

/** Returns whether a side is a pronoun ("did they fund it?"). */
export const isPronoun = (text: string): boolean => PRONOUN.test(text.trim())
