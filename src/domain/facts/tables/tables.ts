import { CONTRACTORS_990, CONTRACTORS_990EZ, CONTRACTORS_990PF } from './contractors.ts'
import { EXPLANATIONS } from './explanations.ts'
import {
  APPLICATION_INFORMATION,
  FOUNDATION_GRANTS_APPROVED,
  FOUNDATION_GRANTS_PAID,
  FOUNDATION_MANAGERS,
} from './foundation.ts'
import {
  FUNDRAISERS,
  FUNDRAISING_EVENTS,
  FUNDRAISING_STATES,
  GAMING,
  GAMING_STATES,
} from './fundraising.ts'
import {
  FOREIGN_ACTIVITIES,
  FOREIGN_GRANTS,
  FOREIGN_INDIVIDUAL_GRANTS,
  GRANTS_TO_INDIVIDUALS,
  GRANTS_TO_ORGANIZATIONS,
} from './grants.ts'
import {
  BUSINESS_TRANSACTIONS,
  EXCESS_BENEFIT_TRANSACTIONS,
  GRANTS_INTERESTED_PERSONS,
  LOANS_INTERESTED_PERSONS,
} from './interested-persons.ts'
import { NONCASH_CONTRIBUTIONS } from './noncash.ts'
import {
  HIGHEST_PAID_990EZ,
  HIGHEST_PAID_990PF,
  OFFICERS_990,
  OFFICERS_990EZ,
  OFFICERS_990PF,
  SCHEDULE_J,
} from './people.ts'
import {
  DIRECT_ACTIVITIES_990PF,
  PROGRAM_INVESTMENTS_990PF,
  PROGRAMS_990,
  PROGRAMS_990EZ,
} from './programs.ts'
import {
  DISREGARDED_ENTITIES,
  RELATED_CORPORATIONS,
  RELATED_EXEMPT,
  RELATED_PARTNERSHIPS,
  RELATED_TRANSACTIONS,
  UNRELATED_PARTNERSHIPS,
} from './related.ts'
import { STATES_FILED_990, STATES_FILED_990EZ, STATES_REPORTED_990PF } from './states-filed.ts'
import type { TableDefinition } from './table.ts'
import {
  EXPLANATIONS_990T,
  LOSS_CARRYOVERS_990T,
  UNRELATED_BUSINESSES,
} from './unrelated-business.ts'

/** Every table of rows the service reads from returns, by key. */
export const TABLES = {
  officers990: OFFICERS_990,
  officers990EZ: OFFICERS_990EZ,
  officers990PF: OFFICERS_990PF,
  scheduleJ: SCHEDULE_J,
  highestPaid990EZ: HIGHEST_PAID_990EZ,
  highestPaid990PF: HIGHEST_PAID_990PF,
  contractors990: CONTRACTORS_990,
  contractors990EZ: CONTRACTORS_990EZ,
  contractors990PF: CONTRACTORS_990PF,
  programs990: PROGRAMS_990,
  programs990EZ: PROGRAMS_990EZ,
  directActivities990PF: DIRECT_ACTIVITIES_990PF,
  programInvestments990PF: PROGRAM_INVESTMENTS_990PF,
  grantsToOrganizations: GRANTS_TO_ORGANIZATIONS,
  grantsToIndividuals: GRANTS_TO_INDIVIDUALS,
  foreignActivities: FOREIGN_ACTIVITIES,
  foreignGrants: FOREIGN_GRANTS,
  foreignIndividualGrants: FOREIGN_INDIVIDUAL_GRANTS,
  foundationGrantsPaid: FOUNDATION_GRANTS_PAID,
  foundationGrantsApproved: FOUNDATION_GRANTS_APPROVED,
  applicationInformation: APPLICATION_INFORMATION,
  foundationManagers: FOUNDATION_MANAGERS,
  disregardedEntities: DISREGARDED_ENTITIES,
  relatedExempt: RELATED_EXEMPT,
  relatedPartnerships: RELATED_PARTNERSHIPS,
  relatedCorporations: RELATED_CORPORATIONS,
  relatedTransactions: RELATED_TRANSACTIONS,
  unrelatedPartnerships: UNRELATED_PARTNERSHIPS,
  excessBenefitTransactions: EXCESS_BENEFIT_TRANSACTIONS,
  loansInterestedPersons: LOANS_INTERESTED_PERSONS,
  grantsInterestedPersons: GRANTS_INTERESTED_PERSONS,
  businessTransactions: BUSINESS_TRANSACTIONS,
  fundraisers: FUNDRAISERS,
  fundraisingEvents: FUNDRAISING_EVENTS,
  fundraisingStates: FUNDRAISING_STATES,
  gaming: GAMING,
  gamingStates: GAMING_STATES,
  noncashContributions: NONCASH_CONTRIBUTIONS,
  statesFiled990: STATES_FILED_990,
  statesFiled990EZ: STATES_FILED_990EZ,
  statesReported990PF: STATES_REPORTED_990PF,
  unrelatedBusinesses: UNRELATED_BUSINESSES,
  lossCarryovers990T: LOSS_CARRYOVERS_990T,
  explanations: EXPLANATIONS,
  explanations990T: EXPLANATIONS_990T,
} as const satisfies Record<string, TableDefinition>

export type TableKey = keyof typeof TABLES
