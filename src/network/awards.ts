import type { ProfileDeps } from '../profiles/deps.ts'
import type { Organization } from '../profiles/organization.ts'
import {
  type Attributed,
  type AttributedPage,
  readAttributed,
  type Wanted,
} from './attributed-page.ts'
import { type AwardRow, readAwardRows } from './store/read-awards.ts'

export type Award = Attributed<AwardRow>

/**
 * Federal awards to an organization, of all its identifiers, highest amount first. Throws what
 * `readAttributed` does.
 */
export const readAwards = (
  deps: ProfileDeps,
  whose: string | Organization,
  wanted: Wanted,
): Promise<AttributedPage<AwardRow>> =>
  readAttributed(deps, whose, wanted, {
    table: 'award',
    read: readAwardRows,
    namesOf: ({ recipientName }) => [recipientName],
  })
