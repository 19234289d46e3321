import { einOf, queryText } from '../../platform/parameters.ts'
import { FACETS, type Facet } from '../facets.ts'
import { state } from '../filter-parameters.ts'
import { type FiltersOf, filterOf } from '../filter-table.ts'

/** The facets of people. */
export const PEOPLE_FACETS = {
  State: { ...FACETS.State, toSetting: (State: string) => ({ State }) },
} satisfies Record<string, Facet>

const filter = filterOf<keyof typeof PEOPLE_FACETS, never>()

/** The filters of a search of people, in the order of surface A. */
export const PEOPLE_FILTERS = {
  /** `buildPeopleSearch` compares it. */
  Name: filter({
    key: 'name',
    parameter: queryText(
      'Name of the person, in any order. Middle names and initials are optional.',
    ).optional(),
    label: 'Name',
  }),
  State: filter({
    key: 'state',
    parameter: state("State or territory of the organization's registration, by code or name."),
    facet: 'State',
    clause: (code) => ({ term: { 'filter.state': code } }),
    label: 'State of the organization',
  }),
  EIN: filter({
    key: 'ein',
    parameter: einOf(
      'Lists only people of this organization. A leading zero is optional.',
    ).optional(),
    clause: (ein) => ({ term: { ein } }),
    label: 'EIN of the organization',
  }),
}

/** What to find: people of a name, of an organization, or both. */
export type PeopleFilters = FiltersOf<typeof PEOPLE_FILTERS>
