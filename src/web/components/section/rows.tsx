import { formatEin } from '#src/domain/ein.ts'
import { formatCount } from '#src/domain/money.ts'
import type { MatchConfidence, MatchMethod } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Recipient, Recipients } from '#src/network/recipients.ts'
import type { RowsData, SectionText } from '#src/organizations/sections/section-data.ts'
import { organizationPath } from '#src/web/links.ts'
import { FactList, FiledText } from '../figure.tsx'
import { RowsTable } from '../rows/rows-table.tsx'
import { DisplayName } from '../text.tsx'

type Props = { ein: string; data: RowsData; recipients: Recipients }

/** A section of facts, text, and rows, like most sections. */
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
              <p class="quiet note">{`This page shows ${own.length} of ${formatCount(table.rowCount)} rows.`}</p>
            )}
          </section>
        )
      })}
      <Texts ein={ein} title="More about the programs" texts={continued} />
      {facts.length > 0 && (
        <section>
          <h2>{tables.length > 0 ? 'Totals and answers' : 'As filed'}</h2>
          <FactList ein={ein} facts={facts} />
        </section>
      )}
      {derived.length > 0 && (
        <section>
          <h2>Calculated figures</h2>
          <FactList ein={ein} facts={derived} />
        </section>
      )}
    </>
  )
}

type TextsProps = { ein: string; title: string; texts: readonly SectionText[] }

const Texts = ({ ein, title, texts: filed }: TextsProps) =>
  filed.length === 0 ? null : (
    <section>
      <h2>{title}</h2>
      {filed.map(({ value, ref }) => (
        <p key={ref}>
          <FiledText ein={ein} label={title} text={value} ref_={ref} />
        </p>
      ))}
    </section>
  )

/** A note on a row with a recipient; `null` if no organization or several match the name. */
const noteOn = (recipient: Recipient | null | undefined) =>
  recipient === null ? (
    <div class="row-note quiet">not matched to an organization in our data</div>
  ) : (
    recipient && <RecipientNote recipient={recipient} />
  )

const FOUND_BY: Record<MatchMethod, string> = {
  FiledEIN: 'matched by the filed EIN',
  RelatedEIN: 'matched by the EIN in Schedule R',
  NameCityState: 'matched by name and city',
  NameState: 'matched by name and state',
  Unresolved: 'not matched',
}

const CONFIDENCES: Record<MatchConfidence, string> = {
  Authoritative: 'authoritative',
  Strong: 'strong',
  Moderate: 'moderate: may be another organization in the same group',
  Weak: 'weak: the name is different',
  None: 'none',
}

const UNLISTED: Partial<Record<MatchConfidence, string>> = {
  Moderate: 'moderate: several funders file it with this name; not in our data',
  Weak: 'weak: not in our data',
}

/**
 * The organization a row was resolved to, how, and with what confidence. Shows its EIN alone if the
 * row gives its name, and its place if the row gives another.
 */
export const RecipientNote = ({ recipient }: { recipient: Recipient }) => {
  const { ein, isNamedSo, otherPlace, matchMethod, matchConfidence } = recipient
  const confidence =
    (recipient.isUnlisted && UNLISTED[matchConfidence]) || CONFIDENCES[matchConfidence]
  // An organization without a known name is shown by its EIN.
  const name = recipient.name.replace(ein, formatEin)
  return (
    <div class="row-note">
      <a href={organizationPath(ein)}>
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
      </a>{' '}
      <span class="quiet">
        {otherPlace && (
          <>
            in <DisplayName name={toLocation(otherPlace) ?? ''} />,{' '}
          </>
        )}
        {FOUND_BY[matchMethod]} ({confidence})
      </span>
    </div>
  )
}

type Meaning = {
  word: string
  meaning: string
  confidence: MatchConfidence
  method?: MatchMethod
  isUnlisted?: true
}

const MEANINGS: Meaning[] = [
  {
    word: 'authoritative',
    meaning: 'the filed EIN belongs to an organization with this name',
    confidence: 'Authoritative',
  },
  {
    word: 'strong, by name and city',
    meaning: 'the only organization with this name in the filed city',
    confidence: 'Strong',
    method: 'NameCityState',
  },
  {
    word: 'strong, by name and state',
    meaning:
      'no organization in the filed city has this name, but exactly one in the state does; less certain if a different place is shown next to the match',
    confidence: 'Strong',
    method: 'NameState',
  },
  {
    word: 'moderate',
    meaning: 'matched by name; may be another organization in the same group',
    confidence: 'Moderate',
  },
  {
    word: 'weak',
    meaning:
      'the filed EIN belongs to an organization with a different name, possibly because of an error, a fiscal sponsor, or a group',
    confidence: 'Weak',
  },
  {
    word: 'moderate, by EIN',
    meaning:
      'our data has no filing or registry row for the filed EIN, but two or more funders file it with similar names',
    confidence: 'Moderate',
    isUnlisted: true,
  },
  {
    word: 'weak, EIN not known',
    meaning:
      'our data has no filing or registry row for the filed EIN, and no other funder confirms it; the organization may be new, a church, a government body, or in a state whose registry is not loaded',
    confidence: 'Weak',
    isUnlisted: true,
  },
]

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

type Matched = Pick<Recipient, 'matchMethod' | 'matchConfidence' | 'isUnlisted'>

/** The meaning of the confidence words in the rows of a table. */
export const MatchLegend = ({ shown }: { shown: readonly Matched[] }) => {
  const used = MEANINGS.filter(({ confidence, method, isUnlisted = false }) =>
    shown.some(
      (one) =>
        one.matchConfidence === confidence &&
        one.isUnlisted === isUnlisted &&
        (method === undefined || one.matchMethod === method),
    ),
  )
  if (used.length === 0) return null
  const words = used.map(({ word, meaning }) => `${capitalize(word)}: ${meaning}`)
  return (
    <p class="quiet note">{`These words show how certain each match is. ${words.join('. ')}.`}</p>
  )
}
