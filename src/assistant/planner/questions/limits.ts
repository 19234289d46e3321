// As many as the tools show of a list.
const MOST = 10
const WORDS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10 }
const NUMBER = String.raw`(?<count>\d{1,3}|${Object.keys(WORDS).join('|')})`
const LIMIT = new RegExp(
  String.raw`\b(?:(?:the )?(?:top|first|largest|biggest|best) ${NUMBER}\b(?! years?)|(?<=\b(?:find|list|show|name|give)(?: me| us)? (?:the )?)(?<number>\d{1,3})(?= )|(?<=\bthe )(?<lead>\d{1,3})(?= (?:largest|biggest|richest|wealthiest|newest|(?:best|top|highest)[ -]rated)\b))`,
  'i',
)

/** How many are asked for, at most ten, and the text without the words that say so. */
export function takeLimit(text: string): { limit?: number; rest: string } {
  const match = LIMIT.exec(text)
  const { count, number, lead } = match?.groups ?? {}
  const wanted = number ?? count ?? lead
  if (!match || wanted === undefined) return { rest: text }
  const value = WORDS[wanted.toLowerCase()] ?? Number(wanted)
  const rest = text.replace(LIMIT, (words) =>
    words.replace(wanted, ' ').replace(/\btop\b/i, 'top '),
  )
  return value < 1 ? { rest: text } : { limit: Math.min(value, MOST), rest }
}
