/** A sentence in lines of at most 80 columns, broken between words. */
export const wrap = (sentence: string): string =>
  sentence.replace(/(.{1,80})(?: +|$)/g, '$1\n').trimEnd()
