import type { ListedOrganization, TopListsBody } from '#mappings/sector.ts'
import { FORMS } from '../../domain/form.ts'
import { toLocation } from '../../domain/places.ts'
import { isoWeek } from '../../sector/iso-week.ts'
import { describeList } from '../../sector/top-lists.ts'
import type { TopLists } from './top-lists-schema.ts'

/** The lists as surface A shows them; undefined when no group has ten eligible organizations. */
export function presentTopLists({
  computedAt,
  filingYear,
  lists,
}: TopListsBody): TopLists | undefined {
  if (filingYear === undefined || lists.length === 0) return undefined
  return {
    Week: isoWeek(computedAt).week,
    FilingYear: filingYear,
    Lists: lists.map(({ key, byRevenue }) => {
      const { title, description, causes } = describeList(key)
      return {
        Key: key,
        Title: title,
        Description: description,
        Causes: causes,
        Organizations: byRevenue.map(presentListed),
      }
    }),
  }
}

const presentListed = (
  listed: ListedOrganization,
): TopLists['Lists'][number]['Organizations'][number] => ({
  EIN: listed.ein,
  Name: listed.name,
  Score: Math.floor(listed.score),
  Location: toLocation(listed),
  PrimaryForm: FORMS.find((form) => form === listed.form),
  Revenue: listed.revenue.value,
  LatestYear: listed.latestYear,
})
