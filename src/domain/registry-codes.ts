import { nteeLabel } from './ntee.ts'

/**
 * The meaning of codes in the Business Master File and Publication 78. A code that the IRS does not
 * document is shown unchanged.
 */

const OTHER_SUBSECTIONS: Readonly<Record<string, string>> = {
  '40': '501(d)',
  '50': '501(e)',
  '60': '501(f)',
  '70': '501(k)',
  '71': '501(n)',
  '81': '529',
  '92': '4947(a)(1)',
}

/** Returns the section of the tax code for an exemption, for example `501(c)(3)` for `03`. */
export function describeSubsection(code: string): string | undefined {
  const number = /^\d\d$/.test(code) ? Number(code) : 0
  // There is no 501(c)(28) in the list of codes.
  const isPlain = number >= 1 && number <= 29 && number !== 28
  return isPlain ? `501(c)(${number})` : OTHER_SUBSECTIONS[code]
}

const DEDUCTIBILITY: Readonly<Record<string, string>> = {
  '1': 'Contributions are deductible',
  '2': 'Contributions are not deductible',
  '4': 'Contributions are deductible by treaty',
}

/** The registry's code for gifts that are not deductible. */
export const NOT_DEDUCTIBLE = '2'

/** Describes whether contributions are deductible. */
const describeDeductibility = (code: string): string | undefined => DEDUCTIBILITY[code]

// Codes whose only limit is a share of the donor's income. For lodges (LODGE, charitable use only)
// and foreign or undetermined organizations, it depends on more.
const FLAT_LIMITS = /^(?:PC|POF|PF|SO[A-Z]*)$/

/**
 * Returns whether a code of Publication 78 alone makes gifts deductible, up to a share of income.
 */
export const isPlainlyDeductible = (code: string): boolean => FLAT_LIMITS.test(code)

const FOUNDATION: Readonly<Record<string, string>> = {
  '00': 'Not a 501(c)(3) organization',
  '02': 'Private operating foundation exempt from excise taxes',
  '03': 'Private operating foundation',
  '04': 'Private non-operating foundation',
  '09': 'Suspense',
  '10': 'Church',
  '11': 'School',
  '12': 'Hospital or medical research organization',
  '13': 'Organization operated for the benefit of a government college or university',
  '14': 'Governmental unit',
  '15': 'Publicly supported, 170(b)(1)(A)(vi)',
  '16': 'Publicly supported, 509(a)(2)',
  '17': 'Supporting organization, 509(a)(3)',
  '18': 'Organization testing for public safety, 509(a)(4)',
  '21': 'Supporting organization, Type I',
  '22': 'Supporting organization, Type II',
  '23': 'Supporting organization, Type III, functionally integrated',
  '24': 'Supporting organization, Type III, not functionally integrated',
  '25': 'Agricultural research organization',
}

/** Describes the foundation status of a 501(c)(3). */
export const describeFoundation = (code: string): string | undefined => FOUNDATION[code]

/** Returns the registry's month `196503` as `1965-03`; undefined for `000000`. */
export function registryMonth(code: string | null): string | undefined {
  const [, year, month] = /^((?:1[89]|20)\d\d)(0[1-9]|1[0-2])$/.exec(code ?? '') ?? []
  return year && month ? `${year}-${month}` : undefined
}

const REGISTRY_CODES: Record<string, [label: string, (code: string) => string | undefined]> = {
  NTEE_CD: ['NTEE code', (code) => nteeLabel(code)?.label],
  SUBSECTION: ['Tax code section', describeSubsection],
  FOUNDATION: ['Foundation status', describeFoundation],
  DEDUCTIBILITY: ['Deductibility', describeDeductibility],
  RULING: ['Month of the ruling', registryMonth],
}

/** Returns the label of a coded registry column and the meaning of its value, if both are known. */
export function describeRegistryCode(column: string, value: string) {
  const [label, describe] = REGISTRY_CODES[column] ?? []
  const meaning = describe?.(value)
  return label && meaning ? { label, meaning } : undefined
}
