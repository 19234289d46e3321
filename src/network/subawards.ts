import type { ProfileDeps } from '../profiles/deps.ts'
import {
  type Attributed,
  type AttributedPage,
  readAttributed,
  type Wanted,
} from './attributed-page.ts'
import { readSubawardRows, type SubawardRow } from './store/read-subawards.ts'

export type Subaward = Attributed<SubawardRow>

/**
 * Subawards that prime recipients passed on to an organization, of all its identifiers, highest
 * amount first. Throws what `readAttributed` does.
 */
export const readSubawards = (
  deps: ProfileDeps,
  ein: string,
  wanted: Wanted,
): Promise<AttributedPage<SubawardRow>> =>
  readAttributed(deps, ein, wanted, {
    table: 'subaward',
    read: readSubawardRows,
    namesOf: ({ recipientName, recipientDbaName }) => [recipientName, recipientDbaName],
  })
