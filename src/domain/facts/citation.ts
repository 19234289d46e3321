import { type Evidence, shownPath } from '../evidence.ts'
import type { Form } from '../form.ts'
import { lineOf } from './catalogue.ts'

/** A leaf or row to cite. `path` begins with its part, as Refs of returns do. */
export type CitedPlace = {
  form: Form
  taxYear: number
  path: string
  /** Decides which part and line it stood on; unknown ones count as the oldest. */
  schemaVersion?: string | null | undefined
}

/** A form's name as the IRS writes it. */
export const FORM_NAMES: Record<Form, string> = {
  '990': 'Form 990',
  '990EZ': 'Form 990-EZ',
  '990PF': 'Form 990-PF',
  '990T': 'Form 990-T',
  '990N': 'Form 990-N',
}

/** Where a figure stands, for people: "Form 990 (tax year 2022), Part I, line 12". */
export function citationOf({ form, taxYear, path, schemaVersion }: CitedPlace): string {
  const place = lineOf(path.replaceAll(/\[\d+\]/g, ''), schemaVersion ?? undefined)
  return `${FORM_NAMES[form]} (tax year ${taxYear}), ${place ?? shownPath(form, path)}`
}

const REGISTRY_NAMES = {
  bmf: 'IRS Business Master File',
  pub78: 'IRS Publication 78',
  revocation: 'IRS Automatic Revocation of Exemption List',
} as const

/** A column of a registry row: "IRS Business Master File, 2026-04, NTEE_CD". */
export function registryCitationOf(
  evidence: Extract<Evidence, { kind: 'bmf' | 'pub78' | 'revocation' }>,
): string {
  const when = evidence.kind === 'revocation' ? `revoked ${evidence.revokedOn}` : evidence.asOf
  return `${REGISTRY_NAMES[evidence.kind]}, ${when}, ${evidence.column}`
}
