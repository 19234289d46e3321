// Invisible characters can hide others: controls, formats, lone surrogates, and private use, which
// masks names here.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu

/** Returns a message with plain quotes, spaces, and dashes and without invisible characters. */
export const cleanMessage = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(UNSEEN, ' ')
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚`´]/g, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

// The longest legal names have about 140 letters.
const LONGEST_NAME = 140

/** Returns a name for searching and quoting: shortened, without markup characters. */
export const cleanName = (text: string): string =>
  cleanMessage(text)
    .replaceAll(/[<>{}[\]|\\*_~#]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim()
