// Any character of a key may be percent-encoded in a URL, and the percent signs of a broken URL are
// encoded again (app.ts).
const KEY = /(?:n|%(?:25)*6e)(?:r|%(?:25)*72)(?:k|%(?:25)*6b)(?:_|%(?:25)*5f)[\w%-]+/gi

/** Returns a text with every API key masked. */
export const maskKeys = (text: string, mask = 'nrk_[redacted]'): string => text.replace(KEY, mask)
