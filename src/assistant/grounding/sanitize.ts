import { toPlainText } from './plain-text.ts'

const TAG = /<\/?[a-z!?][^>]*>/giu
const OPENING = /<(?=[a-z/!?])/giu
const ENTITY = /&#?\w{1,10};/gu
// A link becomes its words and its address, which then is checked as any other.
const LINK = /!?\[([^\]\n]*)\]\(([^)\n]*)\)/gu
const MARKER = /\s?\[\s?(\d{1,3}(?:\s?,\s?\d{1,3})*)\s?\](?!\()/gu

/**
 * A piece of an answer as text alone: no tags, entities, images or links. Numbers in brackets, by
 * which the model points to citations, are taken out and returned.
 */
export function sanitize(piece: string): { text: string; pointed: number[] } {
  const pointed: number[] = []
  const text = toPlainText(piece)
    .replaceAll(TAG, '')
    .replaceAll(OPENING, '‹')
    .replaceAll(ENTITY, ' ')
    .replaceAll(LINK, '$1 ($2)')
    .replaceAll(MARKER, (_, list: string) => {
      pointed.push(...list.split(',').map(Number))
      return ''
    })
  return { text, pointed }
}
