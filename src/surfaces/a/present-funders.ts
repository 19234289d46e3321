import { ENTITY_TYPES, FORMS } from '../../domain/form.ts'
import { EDGE_CATEGORIES } from '../../domain/network.ts'
import { toLocation } from '../../domain/places.ts'
import type { Counterparties, Counterparty } from '../../network/counterparty.ts'
import type { CohortFunder } from '../../network/store/read-cohort-funders.ts'
import type { CohortFunderList, Funder, FunderList, GranteeList } from './funder-schema.ts'

/** A's answer to who received. */
export const presentGrantees = (ein: string, found: Counterparties): GranteeList => ({
  EIN: Number(ein),
  Grantees: found.items.map(presentFunder),
  GranteeCount: found.count,
  Truncated: found.count > found.items.length,
  ...totalOf(found),
})

/** A's answer to who gave. */
export const presentFunders = (ein: string, found: Counterparties): FunderList => ({
  EIN: Number(ein),
  Funders: found.items.map(presentFunder),
  FunderCount: found.count,
  Truncated: found.count > found.items.length,
  ...totalOf(found),
})

/** A's answer to who gave to a cohort, whose EINs stay in the order asked for. */
export const presentCohort = (
  eins: readonly string[],
  found: Counterparties<CohortFunder>,
): CohortFunderList => ({
  CohortEINs: eins.map(Number),
  CohortSize: eins.length,
  Funders: found.items.map((item) => ({
    ...presentFunder(item),
    RecipientCount: item.recipients,
  })),
  FunderCount: found.count,
  ...totalOf(found),
})

const totalOf = ({ totalAmount }: Pick<Counterparties, 'totalAmount'>) =>
  totalAmount === null ? {} : { TotalAmount: totalAmount }

function presentFunder(party: Counterparty): Funder {
  const form = FORMS.find((one) => one === party.primaryForm)
  const entityType = ENTITY_TYPES.find((one) => one === party.entityType)
  const location = toLocation({
    ...(party.city !== null && { city: party.city }),
    ...(party.state !== null && { state: party.state }),
    ...(party.country !== null && { country: party.country }),
  })
  return {
    EIN: Number(party.ein),
    ...(party.name !== null && { Name: party.name }),
    ...(location !== undefined && { Location: location }),
    ...(form && { PrimaryForm: form }),
    ...(entityType && { EntityType: entityType }),
    ProfileAvailable: party.primaryForm !== null,
    ...(party.amount !== null && { Amount: party.amount }),
    GrantCount: party.grants,
    EarliestYear: party.earliestYear,
    LatestYear: party.latestYear,
    Categories: EDGE_CATEGORIES.filter((category) => party.categories.includes(category)),
  }
}
