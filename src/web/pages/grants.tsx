import { z } from 'zod'
import { oneOf, pathEin, queryText, taxYear, wordOrYear } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { countOf } from '#src/domain/money.ts'
import { DIRECTIONS, type Direction } from '#src/network/direction.ts'
import { type GrantsByYear, readGrantsByYear, YEAR_SORTS } from '#src/network/grants-by-year.ts'
import { openFiler } from '#src/organizations/open-profile.ts'
import { isGrantmaker, type Organization } from '#src/organizations/organization.ts'
import { orderOf, SORT_ORDERS } from '#src/search/params.ts'
import { SortedList } from '../components/list-tools.tsx'
import { ChoiceChips } from '../components/navigation.tsx'
import { byYearColumns, Matched, YearTotals } from '../components/network/by-year.tsx'
import { OrganizationPage } from '../components/organization/masthead.tsx'
import { DisplayName } from '../components/text.tsx'
import { addCsv, MAX_CSV_ROWS } from '../csv.ts'
import { grantSearchPath, grantsPath, peerFundersPath } from '../links.ts'
import { CSV_PART, fromForm, pageOf, partOf } from '../list-query.ts'
import { addPage, type Pages, type WebDeps } from '../render.ts'
import { csvPart } from '../words.ts'

const TABS: Record<Direction, string> = { Outgoing: 'Grantees', Incoming: 'Funders' }

const query = fromForm({
  Direction: oneOf(DIRECTIONS, 'Money given or received.').optional(),
  Sort: wordOrYear(YEAR_SORTS, 'Order of the rows.'),
  Order: oneOf(SORT_ORDERS, 'Direction of the order.').optional(),
  Within: queryText('Part of a name.').optional(),
  Year: taxYear('Only rows with a grant in this tax year.'),
  Page: pageOf,
})
type Query = z.output<typeof query>
const FIRST_SORT = 'Total'
const SCHEMAS = { params: z.object({ ein: pathEin() }), querystring: query }

/** Adds `GET /charity/{ein}/grants` and `grants.csv`: funders or grantees by tax year. */
export function addGrantsPages(pages: Pages): void {
  const { deps } = pages
  addCsv(
    pages,
    '/charity/:ein/grants.csv',
    async ({ params: { ein }, query: asked }) => {
      const found = await readShown(deps, await openFiler(deps, ein), asked, CSV_PART)
      const { direction, years, counterparties: rows } = found
      const name = `${direction === 'Outgoing' ? 'grantees' : 'funders'}-${ein}`
      return { name, columns: byYearColumns(ein, direction, years), rows }
    },
    SCHEMAS,
  )
  addPage(
    pages,
    '/charity/:ein/grants',
    async ({ params: { ein }, query: asked }) => {
      const organization = await openFiler(deps, ein)
      const found = await readShown(deps, organization, asked, partOf(asked))
      return <GrantsPage {...{ organization, found, asked }} />
    },
    SCHEMAS,
  )
}

/**
 * Reads the direction that the address names; otherwise money given for a grantmaker and money
 * received for others, or the other direction if that one has no rows.
 */
async function readShown(
  deps: WebDeps,
  organization: Organization,
  asked: Query,
  part: typeof CSV_PART,
): Promise<GrantsByYear> {
  const { Within: within, Year: year } = asked
  const wanted = { ...orderOf<Query['Sort'] & {}>(asked, FIRST_SORT), within, year, ...part }
  const read = (direction: Direction) =>
    readGrantsByYear(deps, organization.ein, { direction, ...wanted })
  const first = asked.Direction ?? (isGrantmaker(organization) ? 'Outgoing' : 'Incoming')
  const found = await read(first)
  if (asked.Direction !== undefined || found.counterpartyCount > 0) return found
  const others = await read(first === 'Outgoing' ? 'Incoming' : 'Outgoing')
  return others.counterpartyCount > 0 ? others : found
}

type Props = {
  organization: Organization
  found: GrantsByYear
  asked: Query
}

const GrantsPage = ({ organization, found, asked }: Props) => {
  const { ein } = organization
  const name = displayName(organization.name)
  const { direction, years, counterpartyCount: all } = found
  const isPlain = asked.Page === 1 && asked.Within === undefined && asked.Year === undefined
  return (
    <OrganizationPage
      organization={organization}
      tab="grants"
      title="Grants by year"
      description={`Every funder and grantee of ${name} in the loaded returns, with one amount for each tax year.`}
      path={grantsPath(ein, { Direction: asked.Direction })}
      isListed={isPlain && asked.Sort === undefined}
    >
      <h2>
        {direction === 'Outgoing' ? (
          <>
            Who <DisplayName name={organization.name} /> gave to
          </>
        ) : (
          <>
            Who gave to <DisplayName name={organization.name} />
          </>
        )}
      </h2>
      <ChoiceChips
        name="Money given or received"
        choices={DIRECTIONS.toReversed().map((one) => ({
          text: TABS[one],
          href: grantsPath(ein, { Year: asked.Year, Direction: one }),
          isOn: one === direction,
        }))}
      />
      <p>
        {all === 0 ? NONE[direction] : describeParties(found)} <Matched years={years} />
      </p>
      <p>
        <a href={grantSearchPath({ [SIDES[direction]]: ein })}>
          Search its grants by place or purpose
        </a>
        {' · '}
        <a href={peerFundersPath(ein)}>Funders of similar organizations</a>
      </p>
      {all > 0 && <Parties ein={ein} found={found} asked={asked} />}
      {years.length > 0 && (
        <section>
          <h3>Totals by tax year</h3>
          <YearTotals ein={ein} direction={direction} years={years} />
        </section>
      )}
    </OrganizationPage>
  )
}

const SIDES: Record<Direction, string> = { Outgoing: 'Funder', Incoming: 'Recipient' }

const NONE: Record<Direction, string> = {
  Outgoing: 'No loaded return of this organization lists grants to named recipients.',
  Incoming: 'No loaded return of a funder lists a grant to this organization.',
}

function describeParties({ direction, years, ...counts }: GrantsByYear): string {
  const { counterpartyCount: all, unidentifiedCount: unidentified } = counts
  const count = years.reduce((sum, year) => sum + year.returnCount, 0)
  const returns = countOf(count, 'return')
  const list = count === 1 ? 'lists' : 'list'
  if (direction === 'Incoming') {
    return `${returns} of ${countOf(all, 'funder')} ${list} grants to this organization. Funders whose returns are not loaded are missing. Returns do not name individual donors, and most government funding is not listed either.`
  }
  const note =
    unidentified === all
      ? `${all === 1 ? 'which we could not' : 'none of which we could'} identify`
      : `${unidentified.toLocaleString('en-US')} of which we could not identify`
  return `${returns} of this organization ${list} grants to ${countOf(all, 'recipient')}${unidentified > 0 ? `, ${note}` : ''}.`
}

const Parties = ({ ein, found, asked }: Pick<Props, 'found' | 'asked'> & { ein: string }) => {
  const { direction, years, counterparties, found: count } = found
  const pathOf = (year: number | undefined) =>
    grantsPath(ein, { ...asked, Direction: direction, Page: undefined, Year: year })
  return (
    <>
      <ChoiceChips
        name="With a grant in"
        choices={[
          { text: 'All years', href: pathOf(undefined), isOn: !asked.Year },
          ...years
            .filter(({ rowCount }) => rowCount > 0)
            .map(({ taxYear }) => ({
              text: String(taxYear),
              href: pathOf(taxYear),
              isOn: asked.Year === taxYear,
            })),
        ]}
      />
      <SortedList
        name={`${TABS[direction]} by tax year`}
        path={grantsPath(ein)}
        asked={{ ...asked, Direction: direction }}
        count={count}
        csvNote={count > MAX_CSV_ROWS ? csvPart(MAX_CSV_ROWS) : undefined}
        columns={byYearColumns(ein, direction, years)}
        rows={counterparties}
        firstSort={FIRST_SORT}
      />
    </>
  )
}
