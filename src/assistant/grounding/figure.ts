/** How a sentence bounds its figure: "about", "over" or "nearly" what it states. */
export type Hedge = 'about' | 'above' | 'below'

type Place = { start: number; end: number; text: string }

/** A figure as a sentence states it. */
export type Figure = Place &
  (
    | {
        kind: 'number'
        /** With its sign; of a percentage, the number before the sign. */
        value: number
        /** What the last digit stated counts: 100,000 in "1.2 million". */
        unit: number
        /** Money when written so, percent with its sign or word (or cents of a dollar). */
        measure: 'money' | 'percent' | 'plain'
        /** Written with "thousand", "million", … and so surely rounded. */
        isScaled: boolean
        hedge?: Hedge
      }
    | { kind: 'year'; value: number }
    /** A date or part of one as ISO writes it, `2022-06-30`, `2022-06` or `-06-30`. */
    | { kind: 'date'; iso: string }
    /** Nine digits. */
    | { kind: 'ein'; ein: string }
    /** Looks like a figure and cannot be read, so that nothing can support it. */
    | { kind: 'unreadable' }
  )

/** A figure that is an amount, a share or a count. */
export type NumberFigure = Extract<Figure, { kind: 'number' }>

/** A text with spans blanked out; every other character keeps its place. */
export function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  let blanked = text
  for (const { start, end } of spans) {
    blanked = blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end)
  }
  return blanked
}

/** A share in words or as a fraction: percent, exact to one of them. */
export const toShare = (share: number) =>
  ({ kind: 'number', value: share * 100, unit: 2, measure: 'percent', isScaled: false }) as const
