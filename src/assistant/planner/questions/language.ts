// Begin a question in Spanish, Portuguese, French or German.
const ASKING =
  /^[¿¡"\s]*(?:cu[aá]l(?:es)?|cu[aá]nt[oa]s?|qui[eé]n(?:es)?|qu[eé]|c[oó]mo|d[oó]nde|por qu[eé]|mu[eé]strame|qual|quais|quant[oa]s?|quem|onde|quel(?:le)?s?|qui|combien|pourquoi|comment|o[uù]|wie(?:viele?)?|wer|wem|welche[rsnm]?|warum|was (?:ist|sind|macht|hat|war)|wo)(?![\p{L}])/iu
// Stand in nearly every sentence of these languages; single ones in names as well.
const COMMON =
  /(?<![\p{L}])(?:de|del|la|las|el|los|le|les|du|des|est|sont|es|son|fue|fueron|foi|foram|da|do|dos|das|der|die|den|dem|das|ist|sind|war|hat|von|vom|für|und|en|em|a|à|y|et|e|une?|tiene|tem|financia|finance|hoch|viel)(?![\p{L}])/u
// What is asked for, in lower case as in a sentence; names have capitals.
const TOPICS =
  /(?<![\p{L}])(?:ingresos|gastos|donaciones|organizaciones|bancos de alimentos|receitas?|despesas|doações|revenus?|dépenses|dons|umsatz|Umsatz|Einnahmen|Ausgaben|Spenden|Umsätze)(?![\p{L}])/u
const ENGLISH =
  /\b(?:what|who|whom|whose|how|which|when|where|why|is|are|does|did|find|show|list|compare|revenue|expenses|assets|rating|funders|grantees|mission|tell|of)\b/

const LATIN = /\p{Script=Latin}/gu
const LETTER = /\p{L}/gu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Whether a message is in another language than English; names alone are in none. */
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
