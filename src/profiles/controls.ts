import type { GovernanceField, GovernanceKey } from './governance.ts'

/** An answer of a return about its safeguards, and whether it speaks for the organization. */
export type Control = GovernanceField & { isInPlace: boolean }

/** Which answer is the reassuring one. Of the governance fields, those that are safeguards. */
const REASSURING = {
  conflictOfInterestPolicy: true,
  whistleblowerPolicy: true,
  documentRetentionPolicy: true,
  boardMeetingMinutes: true,
  compensationReview: true,
  auditedFinancials: true,
  materialDiversion: false,
  relatedPartyTransactions: false,
} as const satisfies Partial<Record<GovernanceKey, boolean>>

type ControlKey = keyof typeof REASSURING
const CONTROL_KEYS = Object.keys(REASSURING) as ControlKey[]

/** The safeguards a return answers for; those it does not ask or leaves blank are not among them. */
export const readControls = (governance: readonly GovernanceField[]): Control[] =>
  CONTROL_KEYS.flatMap((key) => {
    const field = governance.find((one) => one.key === key)
    return typeof field?.value === 'boolean'
      ? [{ ...field, isInPlace: field.value === REASSURING[key] }]
      : []
  })

/** Of how many safeguards a return can be asked. */
export const CONTROL_COUNT = CONTROL_KEYS.length
