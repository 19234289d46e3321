import { patternOf } from '../../phrases.ts'
import type { NumberFigure } from './figure.ts'

const LINES = patternOf(String.raw`
  net assets? | revenues? | income | receipts | expenses | spending | costs | assets? |
  liabilit\w+ | debts? | employees? | staff | volunteers? | compensation | salary | salaries |
  wages | pay | grants? | awards? | contributions? | donations? | gifts? | cash | reserves |
  savings | surplus | profits? | loss(es)? | deficits? | overhead | fundraising | programs? |
  points | reported \w+
`)
const NOT_LOADED = 'figures?|data|information|known|available|found|loaded|stated|listed'

const ZEROS: readonly RegExp[] = [
  // "No revenue figure is available" states no figure.
  new RegExp(
    `\\b(?:no|nil|without any|without|not any|lacks? any)(?=\\s(?:(?:paid|total|net|filed|other|outstanding|federal|program|fundraising|operating)\\s)*(?:${LINES})\\b(?!\\s(?:\\w+\\s){0,3}(?:${NOT_LOADED})))`,
    'giu',
  ),
  /(?<=\b(?:paid|pays?|g[ai]ve[sn]?|receive[sd]?|earn(?:s|ed)?|spen[dt]s?|owe[sd]?|raise[sd]?|has|had|reported|takes?|took|gets?|got|of|is|was|were|are)\s(?:[^.;,]{0,40}\s)?)(?:nothing|none|nil)\b(?!\s(?:is|was|of|were|are|about|else)\b)/giu,
  /(?<=\bunpaid)(?!\s(?:volunteers?|board|members|directors|work))/giu,
]

/** Returns zeros written in words: "no employees", "paid its head nothing". */
export const readZeros = (sentence: string): NumberFigure[] =>
  ZEROS.flatMap((pattern) =>
    [...sentence.matchAll(pattern)].map(
      ({ 0: text, index: start }): NumberFigure => ({
        kind: 'number',
        value: 0,
        unit: 1,
        measure: 'plain',
        isScaled: false,
        start,
        end: start + text.length,
        text,
      }),
    ),
  )
