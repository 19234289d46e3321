import type { Form } from '#src/domain/form.ts'
import type { GovernanceField, GovernanceKey } from './governance.ts'

/** A policy or practice a return answers for, and whether the organization has it. */
export type Control = GovernanceField & { isInPlace: boolean }

/** Of the governance fields, policies and practices. Form 990 alone asks about them. */
const CONTROLS = [
  'conflictOfInterestPolicy',
  'whistleblowerPolicy',
  'documentRetentionPolicy',
  'boardMeetingMinutes',
  'compensationReview',
  'auditedFinancials',
] as const satisfies GovernanceKey[]

/** Of the governance fields, what happened in the year: that it did not is no practice. */
const EVENTS = ['materialDiversion', 'relatedPartyTransactions'] as const satisfies GovernanceKey[]

type EventKey = (typeof EVENTS)[number]
/** An event a return answers for, and whether it happened. */
export type ReportedEvent = GovernanceField & { key: EventKey; value: boolean }

/** The policies and practices a return answers for; those left blank are not among them. */
export const readControls = (governance: readonly GovernanceField[]): Control[] =>
  CONTROLS.flatMap((key) => {
    const field = governance.find((one) => one.key === key)
    return typeof field?.value === 'boolean' ? [{ ...field, isInPlace: field.value }] : []
  })

/** The events a return answers for, whether they happened or not. */
export const readEvents = (governance: readonly GovernanceField[]): ReportedEvent[] =>
  EVENTS.flatMap((key) => {
    const field = governance.find((one) => one.key === key)
    return typeof field?.value === 'boolean' ? [{ ...field, key, value: field.value }] : []
  })

/** About how many policies and practices a form asks. */
export const countAsked = (form: Form): number => (form === '990' ? CONTROLS.length : 0)
