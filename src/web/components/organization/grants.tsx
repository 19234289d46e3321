import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import type { CitedCounterparties } from '#src/network/counterparties.ts'
import type { Counterparty, WeakPart } from '#src/network/counterparty.ts'
import { shareOf, toPercent } from '#src/network/identified.ts'
import { toPlace } from '#src/network/party.ts'
import { grantsPath } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/organization/read.ts'
import { grantsTexts } from '#src/web/texts/grants.tsx'
import { organizationTexts } from '#src/web/texts/organization.tsx'
import { Figure, Short, SourceLink } from '../figure.tsx'
import { formatValue } from '../formats.ts'
import { PartyName } from '../network/party.tsx'
import { numeric, Table } from '../table.tsx'
import { Band, linkSection } from './band.tsx'

const texts = organizationTexts.grants

/** Funders and grantees from all loaded returns, largest sums first. */
export const Grants = ({ overview }: { overview: Overview }) => {
  const { funders, grantees, page } = overview
  const href = linkSection(overview, 'Grants')
  if (funders.count === 0 && grantees.count === 0 && href === undefined) return null
  const { ein } = page.organization
  return (
    <Band id="grants" title={texts.title} more={href ? { href, label: texts.all } : undefined}>
      <div class="columns">
        <Parties ein={ein} title={texts.funders} none={texts.noFunders} found={funders} />
        <Parties ein={ein} title={texts.grantees} none={texts.noGrantees} found={grantees} />
      </div>
      {(funders.weakTotal ?? grantees.weakTotal) && <p class="quiet">{texts.uncertain}</p>}
      <p class="quiet">{texts.limits}</p>
      <p class="more">
        <a href={grantsPath(ein)}>{grantsTexts.byYear.all}</a>
      </p>
    </Band>
  )
}

type PartiesProps = { ein: string; title: string; none: string; found: CitedCounterparties }

const Parties = ({ ein, title, none, found }: PartiesProps) => {
  const { items, count, totalAmount, givenAmount, largestRows, weakParts, weakTotal } = found
  const share = shareOf(totalAmount, givenAmount)
  return (
    <div>
      <h3>{title}</h3>
      {items.length === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          <p class="quiet">
            {texts.total(
              count,
              totalAmount !== null && <Short value={totalAmount} unit="USD" />,
              share !== undefined &&
                givenAmount !== null &&
                texts.covered(toPercent(share), <Short value={givenAmount} unit="USD" />),
              weakTotal && <Weak part={weakTotal} whole={totalAmount} />,
              items.length,
            )}
          </p>
          <Table
            name={title}
            heads={['Organization', numeric('Amount'), numeric('Grants'), 'Tax years']}
          >
            {items.map((party) => (
              <PartyRow
                key={party.ein}
                ein={ein}
                party={party}
                ref_={largestRows.get(party.ein)}
                weak={weakParts.get(party.ein)}
              />
            ))}
          </Table>
        </>
      )}
    </div>
  )
}

type WeakProps = { part: WeakPart; whole: number | null }

/** How much of a sum is based on uncertain matches, in dollars if they are filed. */
const Weak = ({ part: { amount, rows }, whole }: WeakProps) => {
  if (amount !== null && amount === whole) return <>{texts.weakAll}</>
  if (amount === null) return <>{texts.weakRows(rows)}</>
  return texts.weakAmount(<Short value={amount} unit="USD" />)
}

type RowProps = {
  /** The EIN of the page, which opens rows of other returns that refer to it. */
  ein: string
  party: Counterparty
  /** The Ref of the only or largest row of the sum. */
  ref_: string | undefined
  weak: WeakPart | undefined
}

const PartyRow = ({ ein: own, party, ref_: ref, weak }: RowProps) => {
  const { ein, city, state, country, primaryForm, amount, grants, earliestYear, latestYear } = party
  const name = party.name ?? `EIN ${formatEin(ein)}`
  return (
    <tr>
      <th scope="row">
        <PartyName
          party={{
            ein,
            name,
            place: toPlace(city, state, country),
            hasProfile: primaryForm !== null,
          }}
        />
      </th>
      <td class="number">
        <Figure
          ein={own}
          label={texts.label(displayName(name))}
          value={amount ?? undefined}
          unit="USD"
          ref_={grants === 1 ? ref : undefined}
          isShort
        />
        {ref !== undefined && (grants > 1 || amount === null) && (
          <span class="below">
            <SourceLink
              ein={own}
              label={displayName(name)}
              ref_={ref}
              words={grants === 1 ? texts.ownRow : texts.largestRow(grants)}
            />
          </span>
        )}
        {weak && (
          <span class="below">
            <Weak part={weak} whole={amount} />
          </span>
        )}
      </td>
      <td class="number">{formatValue(grants)}</td>
      <td>{earliestYear === latestYear ? latestYear : `${earliestYear}–${latestYear}`}</td>
    </tr>
  )
}
