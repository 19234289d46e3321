const AND = new Intl.ListFormat('en')

/** Returns "a", "a and b", or "a, b, and c". */
export const listInWords = (words: readonly string[]): string => AND.format(words)
