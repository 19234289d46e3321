import type { ScreeningMatch } from '#src/rating/restriction.ts'
import type { ListLookup } from './list-index.ts'
import type { ScreenedOrganization } from './listed-party.ts'
import { matchNames } from './match-names.ts'
import { matchOfficers } from './match-officers.ts'
import { strongestOf } from './to-match.ts'

/** Screens an organization and its officers: one match for each listed party. */
export const screen = (index: ListLookup, organization: ScreenedOrganization): ScreeningMatch[] =>
  strongestOf([...matchNames(index, organization), ...matchOfficers(index, organization)])
