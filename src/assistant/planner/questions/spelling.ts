// Words that decide a question. Short words are omitted, because too many others are one letter off.
const WORDS = `revenue revenues expense expenses assets liabilities compensation salary salaries
  president director executive officers leadership rating compare compared funders funded grantees
  recipients mission programs program administrative fundraising overhead reserves employees
  volunteers federal contracts computed calculated compliance sanctions revoked organization
  organizations nonprofit nonprofits charities charity developed contributions donations`.split(
  /\s+/,
)

// Real words that are one letter off.
const OTHERS = new Set(['founders', 'missions', 'presidents', 'directors', 'founded', 'residents'])

const known = new Set(WORDS)

/** Returns whether two words differ by one letter missing, added, changed, or swapped. */
export function isOneSlipOff(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = (word: string, from: number) => word.slice(from)
  if (long.length > short.length) return rest(short, at) === rest(long, at + 1)
  const isMoved =
    short[at] === long[at + 1] &&
    short[at + 1] === long[at] &&
    rest(short, at + 2) === rest(long, at + 2)
  return isMoved || rest(short, at + 1) === rest(long, at + 1)
}

const isPlain = (word: string): boolean =>
  known.has(word) || OTHERS.has(word) || known.has(word.replace(/s$/, '')) || known.has(`${word}s`)

/** Corrects the spelling of deciding words; names keep their letters. */
export const correctSpelling = (text: string): string =>
  text.replaceAll(/\b[a-z]{6,}\b/g, (word) =>
    isPlain(word) ? word : (WORDS.find((right) => isOneSlipOff(word, right)) ?? word),
  )
