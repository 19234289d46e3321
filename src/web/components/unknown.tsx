import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { countOf } from '#src/domain/money.ts'
import type { Counterparty } from '#src/network/counterparty.ts'
import type { Mentions } from '#src/network/mentions.ts'
import { organizationPath } from '../links.ts'
import { searchPath } from '../search/address.ts'
import { pageTitle } from '../words.ts'
import { Figure, Short, SourceLink } from './figure.tsx'
import { Layout, type Site } from './layout.tsx'
import { numeric, Table } from './table.tsx'
import { DisplayName } from './text.tsx'

type Props = { site: Site; ein: string; name: string | undefined; mentions: Mentions }

/** What the filings of others say about an EIN that is in no filing or registry, and where to look. */
export const UnknownPage = ({ site, ein, name, mentions }: Props) => {
  const shown = formatEin(ein)
  const { funders, related, awards } = mentions
  const isMentioned = funders.count + related.length + awards.count > 0
  return (
    <Layout
      site={site}
      head={{ title: pageTitle(`EIN ${shown}: not in our data`), isListed: false }}
      lag="This page is based on filings of other organizations."
    >
      <h1>{`EIN ${shown} is not in our data`}</h1>
      {name && (
        <p class="lead">
          Filings of others name it <DisplayName name={name} />.
        </p>
      )}
      <p>
        We have no filing and no registry row for this EIN. It may be new, a church, a unit under a
        group exemption, a government body, or in a state whose registry is not loaded.
      </p>
      {isMentioned ? (
        <MentionedBy mentions={mentions} />
      ) : (
        <p>No filing or award in our data names this EIN. Check its nine digits.</p>
      )}
      <h2>Where to look next</h2>
      <ul>
        <li>
          <a href={name ? searchPath({ Query: displayName(name) }) : '/'}>Search by name</a>
        </li>
        <li>
          <a href="https://apps.irs.gov/app/eos/" rel="noreferrer external">
            Tax Exempt Organization Search of the IRS
          </a>
        </li>
        <li>
          <a href="/sources">Which data is loaded</a>
        </li>
      </ul>
    </Layout>
  )
}

/** The funders, related organizations, and federal awards that name an EIN. */
export const MentionedBy = ({ mentions }: { mentions: Mentions }) => {
  const { funders, related, awards } = mentions
  if (funders.count + related.length + awards.count === 0) return null
  return (
    <section>
      <h2>What the filings of others say</h2>
      {funders.count > 0 && <Funders mentions={mentions} />}
      {related.length > 0 && (
        <>
          <h3>Named as a related organization by</h3>
          <ul>
            {related.map(({ ein, name, ref }) => (
              <li key={ein}>
                <a href={organizationPath(ein)}>
                  <DisplayName name={name} />
                </a>{' '}
                <SourceLink ein={ein} label="Row in Schedule R" ref_={ref} words="source" />
              </li>
            ))}
          </ul>
        </>
      )}
      {awards.count > 0 && (
        <p>
          {countOf(awards.count, 'federal award')} attributed to this EIN
          {awards.amount !== null && <>: {sumOf(awards.amount)} together</>}.
        </p>
      )}
    </section>
  )
}

const sumOf = (amount: number | null) => amount !== null && <Short value={amount} unit="USD" />

const Funders = ({ mentions: { funders, largestRows } }: { mentions: Mentions }) => {
  const { items, count, totalAmount } = funders
  const grants = items.reduce((sum, one) => sum + one.grants, 0)
  const total = sumOf(totalAmount)
  return (
    <>
      <p>
        {items.length < count ? (
          <>
            Recipient of grants from {countOf(count, 'funder')} in the returns loaded here
            {total && <>, {total} together</>}. The {items.length} largest are shown.
          </>
        ) : (
          <>
            Recipient of {countOf(grants, 'grant')} from {countOf(count, 'funder')} in the returns
            loaded here
            {total && <>, {total} together</>}.
          </>
        )}
      </p>
      <Table name="Funders" heads={['Funder', numeric('Amount'), numeric('Grants'), 'Tax years']}>
        {items.map((party) => (
          <FunderRow key={party.ein} party={party} ref_={largestRows.get(party.ein)} />
        ))}
      </Table>
    </>
  )
}

const FunderRow = ({ party, ref_: ref }: { party: Counterparty; ref_: string | undefined }) => {
  const { ein, amount, grants, earliestYear, latestYear } = party
  const name = party.name ?? `EIN ${formatEin(ein)}`
  return (
    <tr>
      <th scope="row">
        <a href={organizationPath(ein)}>
          <DisplayName name={name} />
        </a>
      </th>
      <td class="number">
        <Figure
          ein={ein}
          label={`Amount given by ${displayName(name)}`}
          value={amount ?? undefined}
          unit="USD"
          ref_={ref}
          isShort
        />
      </td>
      <td class="number">{grants}</td>
      <td>{earliestYear === latestYear ? latestYear : `${earliestYear}–${latestYear}`}</td>
    </tr>
  )
}
