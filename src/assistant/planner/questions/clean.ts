// Whatever cannot be seen says nothing, and can hide what is seen: control and format characters,
// halves of surrogate pairs, private use (with which names are masked here).
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu

/** A message in plain letters: one spelling of quotes and spaces, nothing unseen. */
export const cleanMessage = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(UNSEEN, ' ')
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’‚`´]/g, "'")
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

// The longest legal names of the registry have some 140 letters; more is no name.
const LONGEST_NAME = 140

/** A name as it may be searched for and said back: cut, without what a page could take as markup. */
export const cleanName = (text: string): string =>
  cleanMessage(text)
    .replaceAll(/[<>{}[\]|\\*_~#]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim()
