/** The five forms of the 990 family. */
export const FORMS = ['990', '990EZ', '990N', '990PF', '990T'] as const
export type Form = (typeof FORMS)[number]

/** The element below ReturnData that contains the form itself. A postcard has no XML. */
export const FORM_BLOCK: Record<Form, string> = {
  '990': 'IRS990',
  '990EZ': 'IRS990EZ',
  '990PF': 'IRS990PF',
  '990T': 'IRS990T',
  '990N': 'IRS990N',
}

/** The part of every return that has the filer and the period. */
export const HEADER_BLOCK = 'ReturnHeader'

/** Returns the letter of a schedule's part, `I` for IRS990ScheduleI; undefined for other parts. */
export const scheduleOf = (block: string): string | undefined =>
  /^IRS990(?:T|EZ|PF)?Schedule([A-Z])\d*$/.exec(block)?.[1]

/** The kinds of organizations by primary form; the last is for organizations without one. */
export const ENTITY_TYPES = [
  'PrivateFoundation',
  'UnrelatedBusinessFiler',
  'SmallTaxExemptOrganization',
  'OperatingOrOtherTaxExempt',
] as const
export type EntityType = (typeof ENTITY_TYPES)[number]
