import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import type { Counterparty } from '#src/network/counterparty.ts'
import type { Mentions } from '#src/network/mentions.ts'
import { organizationPath } from '../links.ts'
import { searchPath } from '../search/address.ts'
import { layoutTexts } from '../texts/layout.tsx'
import { unknownTexts } from '../texts/unknown.tsx'
import { Figure, Short, SourceLink } from './figure.tsx'
import { Layout, type Site } from './layout.tsx'
import { numeric, Table } from './table.tsx'
import { DisplayName } from './text.tsx'

const texts = unknownTexts
const { heads } = texts

type Props = { site: Site; ein: string; name: string | undefined; mentions: Mentions }

/** What the filings of others say about an EIN that is in no filing or registry, and where to look. */
export const UnknownPage = ({ site, ein, name, mentions }: Props) => {
  const shown = formatEin(ein)
  const { funders, related, awards } = mentions
  const isMentioned = funders.count + related.length + awards.count > 0
  return (
    <Layout
      site={site}
      head={{ title: layoutTexts.pageTitle(texts.title(shown)), isListed: false }}
      lag={texts.lag}
    >
      <h1>{texts.heading(shown)}</h1>
      {name && <p class="lead">{texts.named(<DisplayName name={name} />)}</p>}
      <p>{texts.lead}</p>
      {isMentioned ? <MentionedBy mentions={mentions} /> : <p>{texts.nothing}</p>}
      <h2>{texts.next}</h2>
      <ul>
        <li>
          <a href={name ? searchPath({ Query: displayName(name) }) : '/'}>{texts.search}</a>
        </li>
        <li>
          <a href={texts.irsUrl} rel="noreferrer external">
            {texts.irs}
          </a>
        </li>
        <li>
          <a href="/sources">{texts.loaded}</a>
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
      <h2>{texts.mentioned}</h2>
      {funders.count > 0 && <Funders mentions={mentions} />}
      {related.length > 0 && (
        <>
          <h3>{texts.related}</h3>
          <ul>
            {related.map(({ ein, name, ref }) => (
              <li key={ein}>
                <a href={organizationPath(ein)}>
                  <DisplayName name={name} />
                </a>{' '}
                <SourceLink ein={ein} label={texts.row} ref_={ref} words={texts.source} />
              </li>
            ))}
          </ul>
        </>
      )}
      {awards.count > 0 && <p>{texts.awards(awards.count, sumOf(awards.amount))}</p>}
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
        {items.length < count
          ? texts.manyGrants(count, items.length, total)
          : texts.grants(grants, count, total)}
      </p>
      <Table
        name={texts.table}
        heads={[heads.funder, numeric(heads.amount), numeric(heads.grants), heads.years]}
      >
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
          label={texts.amountOf(displayName(name))}
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
