import type { Block } from '../../xml.ts'

/** A note at the end of a schedule: the line it belongs to, and what it says. */
export const explanation = (line: string, text: string): Block => ({
  FormAndLineReferenceDesc: line,
  ExplanationTxt: text,
})
