import { toRef } from '#src/domain/evidence.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { labelOf } from '#src/domain/facts/definitions-by-form.ts'
import {
  DERIVED,
  type DerivedKey,
  deriveFigure,
  type FactsOfFiling,
} from '#src/domain/facts/derived.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { toDerivedRef } from '../evidence/derived-ref.ts'
import type { Organization } from '../organization.ts'

/** The governance fields of surface B, each a fact or a derived figure. */
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
} as const satisfies Record<string, { fact: FactKey } | { derived: DerivedKey }>

export type GovernanceKey = keyof typeof GOVERNANCE_FIELDS
export const GOVERNANCE_KEYS = Object.keys(GOVERNANCE_FIELDS) as GovernanceKey[]

/** A governance field a return answers; a derived one with its formula and what it came from. */
export type GovernanceField = {
  key: GovernanceKey
  label: string
  value: FactValue
  ref: string
  formula?: string
  derivedFrom?: string[]
}

/** Those of the governance fields that a filing answers; what it does not answer is not there. */
export const readGovernance = (
  organization: Pick<Organization, 'ein' | 'filings' | 'primaryForm'>,
  filing: FactsOfFiling,
): GovernanceField[] => GOVERNANCE_KEYS.flatMap((key) => readField(organization, filing, key) ?? [])

function readField(
  organization: Parameters<typeof readGovernance>[0],
  filing: FactsOfFiling,
  key: GovernanceKey,
): GovernanceField | undefined {
  const source: { fact: FactKey } | { derived: DerivedKey } = GOVERNANCE_FIELDS[key]
  if ('fact' in source) {
    const found = filing.facts[source.fact]
    const label = labelOf(source.fact, filing.form)
    return found && { key, label, value: found.value, ref: toRef({ ...filing, path: found.path }) }
  }
  const figure = deriveFigure(source.derived, { filing })
  return (
    figure && {
      key,
      label: DERIVED[source.derived].label,
      value: figure.value,
      ref: toDerivedRef(organization, filing, source.derived),
      formula: figure.formula,
      derivedFrom: figure.from.map(toRef),
    }
  )
}
