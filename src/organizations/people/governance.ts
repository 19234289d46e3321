import { type DerivedKey, deriveFigure } from '#src/domain/facts/derived.ts'
import type { FactsOfFiling } from '#src/domain/facts/derived-operands.ts'
import type { Form } from '#src/domain/form.ts'
import type { FieldSource } from '#src/figures/figures.ts'
import { type FigureSources, type NamedFigure, pickFigures } from '../figures/named-figures.ts'

/** The governance fields of surface B. */
export const GOVERNANCE_FIELDS = {
  boardSize: { fact: 'votingMembers' },
  independentBoardMembers: { fact: 'independentMembers' },
  conflictOfInterestPolicy: { fact: 'conflictOfInterestPolicy' },
  whistleblowerPolicy: { fact: 'whistleblowerPolicy' },
  documentRetentionPolicy: { fact: 'documentRetentionPolicy' },
  boardMeetingMinutes: { fact: 'boardMinutes' },
  compensationReview: { derived: 'compensationReview' },
  auditedFinancials: { fact: 'auditedStatements' },
  materialDiversion: { fact: 'materialDiversion' },
  foreignActivities: { fact: 'foreignActivities' },
  fundraisingActivities: { derived: 'fundraisingActivity' },
  relatedPartyTransactions: { derived: 'relatedPartyTransactions' },
} as const satisfies Record<string, FieldSource>

export type GovernanceKey = keyof typeof GOVERNANCE_FIELDS
export const GOVERNANCE_KEYS = Object.keys(GOVERNANCE_FIELDS) as GovernanceKey[]

/** A governance field that a return answers. */
export type GovernanceField = Omit<NamedFigure, 'unit'> & { key: GovernanceKey }

const DERIVED_FIELDS = Object.values<FieldSource>(GOVERNANCE_FIELDS).flatMap(
  ({ derived }): DerivedKey[] => (derived ? [derived] : []),
)

/** Returns the governance fields that a filing answers. */
export function readGovernance(
  organization: FigureSources['organization'],
  filing: FactsOfFiling,
): GovernanceField[] {
  const derived = Object.fromEntries(
    DERIVED_FIELDS.map((key) => [key, deriveFigure(key, { filing })]),
  )
  const found = pickFigures(GOVERNANCE_FIELDS, { organization, filing, derived })
  return GOVERNANCE_KEYS.flatMap((key) => {
    const { unit: _unit, ...field } = found[key] ?? {}
    return found[key] ? [{ key, ...(field as Omit<NamedFigure, 'unit'>) }] : []
  })
}

/** The governance fields that are policies and practices. Only Form 990 asks about them. */
const CONTROLS = [
  'conflictOfInterestPolicy',
  'whistleblowerPolicy',
  'documentRetentionPolicy',
  'boardMeetingMinutes',
  'compensationReview',
  'auditedFinancials',
] as const satisfies GovernanceKey[]

/** The governance fields that are events of the year. The absence of an event is not a practice. */
const EVENTS = ['materialDiversion', 'relatedPartyTransactions'] as const satisfies GovernanceKey[]

/** A policy or practice that a return answers about. */
export type Control = GovernanceField & { isInPlace: boolean }

/** An event that a return answers about; `value` says whether it happened. */
export type ReportedEvent = GovernanceField & { key: (typeof EVENTS)[number]; value: boolean }

/** Returns the policies and practices that a return answers about. */
export const readControls = (governance: readonly GovernanceField[]): Control[] =>
  readAnswers(CONTROLS, governance).map((field) => ({ ...field, isInPlace: field.value }))

/** Returns the events that a return answers about, whether they happened or not. */
export const readEvents = (governance: readonly GovernanceField[]): ReportedEvent[] =>
  readAnswers(EVENTS, governance)

const readAnswers = <Key extends GovernanceKey>(
  keys: readonly Key[],
  governance: readonly GovernanceField[],
): (GovernanceField & { key: Key; value: boolean })[] =>
  keys.flatMap((key) => {
    const field = governance.find((one) => one.key === key)
    return typeof field?.value === 'boolean' ? [{ ...field, key, value: field.value }] : []
  })

/** Returns the number of policies and practices that a form asks about. */
export const countAsked = (form: Form): number => (form === '990' ? CONTROLS.length : 0)
