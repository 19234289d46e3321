import type { Recipient, Recipients } from '#src/network/recipients.ts'
import type { RowsData, SectionText } from '#src/organizations/sections/section-data.ts'
import { FactList } from '../fact-list.tsx'
import { RowsTable } from '../rows/rows-table.tsx'
import { FiledText } from '../value.tsx'
import { MatchLegend, NoRecipient, RecipientNote } from './recipient.tsx'

type Props = { ein: string; data: RowsData; recipients: Recipients }

/** Facts, texts and rows: what most sections consist of. */
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
                {own.length} of {table.rowCount.toLocaleString('en-US')} rows are on this page.
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
          <h2>Worked out of it</h2>
          <FactList ein={ein} facts={derived} />
        </section>
      )}
    </>
  )
}

const noteOn = (recipient: Recipient | null | undefined) =>
  recipient === null ? <NoRecipient /> : recipient && <RecipientNote recipient={recipient} />

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
