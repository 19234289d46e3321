// Words that join other words. Those that the index's analyzer drops (`_english_` of
// mappings/organizations) are in the first lines. Without the others, "after school" would find
// "after the flood".
const FUNCTION_WORDS = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there
  these they this to was will with
  about above after again against all also am among any around because been before being below
  between both can could did do does doing during each few from further had has have having he
  her here hers him his how i its just me more most my nor now off once only other our out over own
  per same she should so some than them through too under until up upon very via we were what when
  where which while who whom whose why with without would you your`.split(/\s+/),
)

/** Removes words that only join others; "after-school" becomes "-school". */
export const withoutFunctionWords = (text: string): string =>
  text
    .replaceAll(/[\p{L}\p{N}'’]+/gu, (word) => (FUNCTION_WORDS.has(word.toLowerCase()) ? '' : word))
    .replaceAll(/\s+/g, ' ')
    .trim()
