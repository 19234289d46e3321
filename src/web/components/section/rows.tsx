import { formatEin } from '#src/domain/ein.ts'
import { formatCount } from '#src/domain/money.ts'
import type { MatchConfidence, MatchMethod } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Recipient, Recipients } from '#src/network/recipients.ts'
import type { RowsData, SectionText } from '#src/organizations/sections/section-data.ts'
import { organizationPath } from '#src/web/links.ts'
import { FactList, FiledText } from '../figure.tsx'
import { RowsTable } from '../rows/rows-table.tsx'
import { DisplayName, MaybeLink } from '../text.tsx'

type Props = { ein: string; data: RowsData; recipients: Recipients }

/** A section of facts, texts and rows, as most are. */
export const RowsSection = ({ ein, data, recipients }: Props) => {
  const { facts, derived, mission, continued, tables, rows, filing } = data
  return (
    <>
      <Texts ein={ein} title="Mission" texts={mission} />
      {tables.map((table) => {
        const own = rows.filter((row) => row.table === table.key)
        if (own.length === 0) return null
        return (
          <section key={table.key}>
            <h2>
              {table.label} <span class="quiet">{table.line}</span>
            </h2>
            <RowsTable
              ein={ein}
              filing={filing}
              table={table}
              rows={own}
              isTitled
              noteOn={({ row }) => noteOn(recipients.get(row.path ?? ''))}
            />
            <MatchLegend shown={own.flatMap(({ row }) => recipients.get(row.path ?? '') ?? [])} />
            {own.length < table.rowCount && (
              <p class="quiet note">
                {own.length} of {formatCount(table.rowCount)} rows are on this page.
              </p>
            )}
          </section>
        )
      })}
      <Texts ein={ein} title="More on the programs" texts={continued} />
      {facts.length > 0 && (
        <section>
          <h2>{tables.length > 0 ? 'Totals and answers' : 'As filed'}</h2>
          <FactList ein={ein} facts={facts} />
        </section>
      )}
      {derived.length > 0 && (
        <section>
          <h2>Derived from it</h2>
          <FactList ein={ein} facts={derived} />
        </section>
      )}
    </>
  )
}

type TextsProps = { ein: string; title: string; texts: readonly SectionText[] }

const Texts = ({ ein, title, texts }: TextsProps) =>
  texts.length === 0 ? null : (
    <section>
      <h2>{title}</h2>
      {texts.map(({ value, ref }) => (
        <p key={ref}>
          <FiledText ein={ein} label={title} text={value} ref_={ref} />
        </p>
      ))}
    </section>
  )

/** A note on a row that names a recipient; `null` if no or several organizations match the name. */
const noteOn = (recipient: Recipient | null | undefined) =>
  recipient === null ? (
    <div class="row-note quiet">no organization found</div>
  ) : (
    recipient && <RecipientNote recipient={recipient} />
  )

/** How a recipient was found (docs/network.md). */
const FOUND_BY: Record<MatchMethod, string> = {
  FiledEIN: 'by the EIN filed',
  RelatedEIN: 'by the EIN in Schedule R',
  NameCityState: 'by name and city',
  NameState: 'by name in its state',
  Unresolved: 'not found',
}

const CONFIDENCES: Record<MatchConfidence, string> = {
  Authoritative: 'authoritative',
  Strong: 'strong',
  Moderate: 'moderate: others of a group may be meant as well',
  Weak: 'weak: its name is different',
  None: 'none',
}

/**
 * The organization a row was resolved to, how, and with what confidence. Shows its EIN alone if the
 * row gives its name, and its place if the row gives another.
 */
export const RecipientNote = ({ recipient }: { recipient: Recipient }) => {
  const { ein, isNamedSo, otherPlace, hasProfile, matchMethod, matchConfidence } = recipient
  // An organization without a known name is called by its EIN.
  const name = recipient.name.replace(ein, formatEin)
  return (
    <div class="row-note">
      <MaybeLink href={hasProfile ? organizationPath(ein) : undefined}>
        {isNamedSo ? (
          <>
            <span class="ein">EIN {formatEin(ein)}</span>
            <span class="hidden">
              : <DisplayName name={name} />
            </span>
          </>
        ) : (
          <DisplayName name={name} />
        )}
      </MaybeLink>{' '}
      <span class="quiet">
        {otherPlace && (
          <>
            in <DisplayName name={toLocation(otherPlace) ?? ''} />,{' '}
          </>
        )}
        {FOUND_BY[matchMethod]} ({CONFIDENCES[matchConfidence]})
      </span>
    </div>
  )
}

type Matched = Pick<Recipient, 'matchMethod' | 'matchConfidence'>

type Meaning = {
  word: string
  meaning: string
  confidence: MatchConfidence
  method?: MatchMethod
}

const MEANINGS: Meaning[] = [
  {
    word: 'authoritative',
    meaning: 'the EIN filed belongs to an organization with that name',
    confidence: 'Authoritative',
  },
  {
    word: 'strong, by name and city',
    meaning: 'the only organization of that name in the city filed',
    confidence: 'Strong',
    method: 'NameCityState',
  },
  {
    word: 'strong, by name in its state',
    meaning:
      'the only one of that name in the state, and none in the city filed: less sure if another place is shown',
    confidence: 'Strong',
    method: 'NameState',
  },
  {
    word: 'moderate',
    meaning: 'found by name, and others of its group may be meant as well',
    confidence: 'Moderate',
  },
  {
    word: 'weak',
    meaning:
      'the EIN filed belongs to an organization with another name: a slip, a fiscal sponsor or a member of a group',
    confidence: 'Weak',
  },
]

/** The meaning of the confidence words in the rows of a table. */
export const MatchLegend = ({ shown }: { shown: readonly Matched[] }) => {
  const meanings = MEANINGS.filter(({ confidence, method }) =>
    shown.some(
      (one) =>
        one.matchConfidence === confidence && (method === undefined || one.matchMethod === method),
    ),
  )
  if (meanings.length === 0) return null
  return (
    <p class="quiet note">
      How sure we are about a recipient:{' '}
      {meanings.map(({ word, meaning }) => `${word}: ${meaning}`).join('. ')}.
    </p>
  )
}
