import type { ProfileDeps } from '../organizations/deps.ts'
import type { Organization } from '../organizations/organization.ts'
import {
  type Attributed,
  type AttributedPage,
  readAttributed,
  type Wanted,
} from './attributed-page.ts'
import { AWARD_COLUMNS, type AwardRow } from './store/read-awards.ts'

export type Award = Attributed<AwardRow>

/** Reads federal awards to an organization, highest amount first. Throws as `readAttributed` does. */
export const readAwards = (
  deps: ProfileDeps,
  whose: string | Organization,
  wanted: Wanted,
): Promise<AttributedPage<AwardRow>> =>
  readAttributed(deps, whose, wanted, {
    table: 'award',
    columns: AWARD_COLUMNS,
    namesOf: ({ recipientName }) => [recipientName],
  })
