import { patternOf } from '../../phrases.ts'
/**
 * Lowercases a text in capitals, which would look like one name; a single word may be an acronym.
 */
export const lowerShouting = (text: string): string =>
  /\p{Ll}/u.test(text) || !/[ ?]/.test(text) ? text : text.toLowerCase()

const BAND = '(?:Strong|Good|Mixed|Weak|Scored|Unrated)'
const RATED_BAND = new RegExp(
  String.raw`\b(?:rated|rating(?: of| is)?|band(?: of)?|only|just|called|considered) ${BAND}\b`,
  'g',
)
const WHY_BAND = new RegExp(
  String.raw`^(why (?:is|was) .{2,140}?)(?<!\brated) (${BAND}(?: rather than ${BAND})?)[?.! ]*$`,
  'i',
)

/** Lowercases the bands of the rating, which are not names. */
export const spellBands = (text: string): string =>
  text
    .replaceAll(RATED_BAND, (words) => words.toLowerCase())
    .replace(WHY_BAND, (_, who: string, band: string) => `${who} rated ${band.toLowerCase()}?`)

// "… and who runs it?", "…? Who runs it?": where a second question begins.
const SECOND =
  /(?:,? and(?: also)? (?=(?:who|what|how|where|why|which|when|is|are|does|did|do|has|should)\b)|\?\s+(?=\p{L}))/u

/** Splits a message into two questions; undefined if it is only one. */
export function splitQuestions(text: string): { first: string; second: string } | undefined {
  const match = SECOND.exec(text)
  if (!match) return undefined
  const first = text.slice(0, match.index)
  const second = text.slice(match.index + match[0].length).replace(/[?!.\s]+$/, '')
  return first.trim() === '' || second === '' ? undefined : { first, second }
}

// Words that begin a question in Spanish, Portuguese, French, or German.
const ASKING_WORDS = patternOf(`
  cu[aá]l(es)? | cu[aá]nt[oa]s? | qui[eé]n(es)? | qu[eé] | c[oó]mo | d[oó]nde | por qu[eé] |
  mu[eé]strame | qual | quais | quant[oa]s? | quem | onde | quel(le)?s? | qui | combien |
  pourquoi | comment | o[uù] | wie(viele?)? | wer | wem | welche[rsnm]? | warum |
  was (ist|sind|macht|hat|war) | wo
`)
const ASKING = new RegExp(String.raw`^[¿¡"\s]*(?:${ASKING_WORDS})(?![\p{L}])`, 'iu')
// Words in nearly every sentence of these languages; names contain single ones.
const COMMON_WORDS = patternOf(`
  de | del | la | las | el | los | le | les | du | des | est | sont | es | son | fue | fueron |
  foi | foram | da | do | dos | das | der | die | den | dem | das | ist | sind | war | hat |
  von | vom | für | und | en | em | a | à | y | et | e | une? | tiene | tem | financia |
  finance | hoch | viel
`)
const COMMON = new RegExp(String.raw`(?<![\p{L}])(?:${COMMON_WORDS})(?![\p{L}])`, 'u')
// Topics in these languages; in lower case, because names have capitals.
const TOPICS_WORDS = patternOf(`
  ingresos | gastos | donaciones | organizaciones | bancos de alimentos | receitas? | despesas |
  doações | revenus? | dépenses | dons | umsatz | Umsatz | Einnahmen | Ausgaben | Spenden |
  Umsätze
`)
const TOPICS = new RegExp(String.raw`(?<![\p{L}])(?:${TOPICS_WORDS})(?![\p{L}])`, 'u')
const ENGLISH =
  /\b(?:what|who|whom|whose|how|which|when|where|why|is|are|does|did|find|show|list|compare|revenue|expenses|assets|rating|funders|grantees|mission|tell|of)\b/

const LATIN = /\p{Script=Latin}/gu
const LETTER = /\p{L}/gu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Returns whether a message is in a language other than English; a name alone has no language. */
export function isForeign(text: string): boolean {
  const lower = text.replaceAll(/"[^"]*"/g, ' ')
  const letters = count(lower, LETTER)
  if (letters > 1 && count(lower, LATIN) * 2 < letters) return !ENGLISH.test(lower)
  const isAsking = ASKING.test(lower) && (COMMON.test(lower) || TOPICS.test(lower))
  const isTopic = TOPICS.test(lower) && COMMON.test(lower)
  return (
    (isAsking || isTopic || text.includes('¿')) &&
    !ENGLISH.test(lower.replace(/\bof [\p{Lu}].*/u, ''))
  )
}
