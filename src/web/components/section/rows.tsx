import { formatEin } from '#src/domain/ein.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Recipient, Recipients } from '#src/network/recipients.ts'
import type { RowsData, SectionText } from '#src/organizations/sections/section-data.ts'
import { organizationPath } from '#src/web/links.ts'
import { sectionTexts } from '#src/web/texts/section.tsx'
import { FactList, FiledText } from '../figure.tsx'
import { RowsTable } from '../rows/rows-table.tsx'
import { DisplayName } from '../text.tsx'

const texts = sectionTexts.rows
const { foundBy, confidences, unlisted, legend, meanings, none } = sectionTexts.recipient

type Props = { ein: string; data: RowsData; recipients: Recipients }

/** A section of facts, text, and rows, like most sections. */
export const RowsSection = ({ ein, data, recipients }: Props) => {
  const { facts, derived, mission, continued, tables, rows, filing } = data
  return (
    <>
      <Texts ein={ein} title={texts.mission} texts={mission} />
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
              <p class="quiet note">{texts.shown(own.length, table.rowCount)}</p>
            )}
          </section>
        )
      })}
      <Texts ein={ein} title={texts.continued} texts={continued} />
      {facts.length > 0 && (
        <section>
          <h2>{tables.length > 0 ? texts.totals : texts.filed}</h2>
          <FactList ein={ein} facts={facts} />
        </section>
      )}
      {derived.length > 0 && (
        <section>
          <h2>{texts.derived}</h2>
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
    <div class="row-note quiet">{none}</div>
  ) : (
    recipient && <RecipientNote recipient={recipient} />
  )

/**
 * The organization a row was resolved to, how, and with what confidence. Shows its EIN alone if the
 * row gives its name, and its place if the row gives another.
 */
export const RecipientNote = ({ recipient }: { recipient: Recipient }) => {
  const { ein, isNamedSo, otherPlace, matchMethod, matchConfidence } = recipient
  const confidence =
    (recipient.isUnlisted && unlisted[matchConfidence]) || confidences[matchConfidence]
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
        {foundBy[matchMethod]} ({confidence})
      </span>
    </div>
  )
}

type Matched = Pick<Recipient, 'matchMethod' | 'matchConfidence' | 'isUnlisted'>

/** The meaning of the confidence words in the rows of a table. */
export const MatchLegend = ({ shown }: { shown: readonly Matched[] }) => {
  const used = meanings.filter(({ confidence, method, isUnlisted = false }) =>
    shown.some(
      (one) =>
        one.matchConfidence === confidence &&
        one.isUnlisted === isUnlisted &&
        (method === undefined || one.matchMethod === method),
    ),
  )
  return used.length === 0 ? null : <p class="quiet note">{legend(used)}</p>
}
