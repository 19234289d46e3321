import { releaseTime } from '../../domain/release.ts'
import type { Change, ChangeList } from '../../profiles/changes.ts'
import type { ChangeListAnswer } from './changes-schema.ts'

/** A's list of organizations that changed. */
export const presentChanges = (list: ChangeList): ChangeListAnswer => ({
  Since: list.since,
  Release: list.release,
  ReleasedAt: releaseTime(list.release),
  Changes: list.changes.map(presentChange),
  NextCursor: list.nextCursor,
})

const presentChange = (change: Change): ChangeListAnswer['Changes'][number] => ({
  EIN: change.ein,
  Name: change.name,
  Release: change.release,
  ChangedAt: releaseTime(change.release),
  Removed: change.isRemoved ? true : undefined,
  What: change.kinds.map(({ kind, release }) => ({ Kind: kind, Release: release })),
  Links: linksOf(change),
})

function linksOf({ ein, isRemoved, isFiler }: Change) {
  if (isRemoved) return {}
  const path = `/charity/${ein}`
  return {
    ...(isFiler && { Page: `/api/v2${path}/page`, WebPage: path }),
    Profile: `/api/v2${path}/profile`,
  }
}
