import type { FiledFigure, OrganizationDisplay } from '#mappings/organization-document.ts'
import { todayInUtc } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { toDeductibility } from '#src/organizations/page/summary-sentences.ts'
import { readOrganizations } from '#src/organizations/store/read-organization.ts'
import type { DisplaySource } from '#src/search/params.ts'
import { request, type SearchDeps } from '#src/search/search.ts'

/** An organization in the index, and in the store if a property needs it. */
export type Extended = { display: OrganizationDisplay; stored?: Organization | undefined }

type Property = {
  id: string
  name: string
  /** Whether `read` needs the store. */
  isStored?: true
  read: (organization: Extended) => string | number | null | undefined
}

/** The figure as filed, its tax year, and the Ref of the value. */
const figure = (
  id: 'revenue' | 'expenses' | 'assets' | 'rating',
  name: string,
  toValue: (display: OrganizationDisplay) => number | undefined,
): Property[] => {
  const found = ({ display }: Extended): Pick<FiledFigure, 'taxYear' | 'ref'> | undefined =>
    display[id]
  return [
    { id, name, read: ({ display }) => toValue(display) },
    { id: `${id}.year`, name: `${name}: tax year`, read: (one) => found(one)?.taxYear },
    { id: `${id}.ref`, name: `${name}: Ref`, read: (one) => found(one)?.ref },
  ]
}

const deductibilityOf = ({ stored }: Extended) => stored && toDeductibility(stored)

/** The properties that a reconciled column can be extended with. */
export const PROPERTIES: readonly Property[] = [
  { id: 'name', name: 'Name', read: ({ display }) => displayName(display.name) },
  { id: 'city', name: 'City', read: ({ display }) => display.city && displayName(display.city) },
  { id: 'state', name: 'State', read: ({ display }) => display.state },
  { id: 'zip', name: 'ZIP code', read: ({ display }) => display.zip },
  {
    ...{ id: 'address.ref', name: 'Address: Ref', isStored: true },
    read: ({ stored }) => stored?.addressRef,
  },
  { id: 'cause', name: 'Cause', read: ({ display }) => display.cause?.label },
  { id: 'cause.ref', name: 'Cause: Ref', read: ({ display }) => display.cause?.ref },
  ...figure('revenue', 'Total revenue', ({ revenue }) => revenue?.value),
  ...figure('expenses', 'Total expenses', ({ expenses }) => expenses?.value),
  ...figure('assets', 'Total assets', ({ assets }) => assets?.value),
  ...figure('rating', 'Rating score', ({ rating }) => rating && Math.round(rating.score)),
  {
    ...{ id: 'deductibility', name: 'Deductibility of gifts', isStored: true },
    read: (one) => deductibilityOf(one)?.status,
  },
  {
    ...{ id: 'deductibility.month', name: 'Deductibility: month of the IRS list', isStored: true },
    read: (one) => deductibilityOf(one)?.asOf,
  },
  {
    ...{ id: 'deductibility.ref', name: 'Deductibility: Ref', isStored: true },
    read: (one) => {
      const found = deductibilityOf(one)
      return found && 'ref' in found ? found.ref : undefined
    },
  },
]

/**
 * Reads organizations by EIN for these properties; unknown EINs are left out. Throws ApiError
 * SearchUnavailable, IndexNotReady, StoreUnavailable.
 */
export async function readExtended(
  deps: SearchDeps & ProfileDeps,
  eins: readonly string[],
  properties: readonly Property[],
): Promise<Map<string, Extended>> {
  const query = { bool: { filter: { terms: { ein: eins } } } }
  const body = { query, size: eins.length, _source: ['ein', 'display'] }
  const isStored = properties.some((property) => property.isStored)
  const [{ hits }, stored] = await Promise.all([
    deps.opensearch.search<DisplaySource>(request(deps, body)),
    isStored ? readOrganizations(deps.postgres, eins, todayInUtc(deps)) : [],
  ])
  return new Map(
    hits.hits.flatMap(({ _source }) =>
      _source
        ? [
            [
              _source.ein,
              {
                display: _source.display,
                stored: stored.find(({ ein }) => ein === _source.ein),
              },
            ] as const,
          ]
        : [],
    ),
  )
}
