import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import {
  type FundedYear,
  type FundedYears,
  RECEIVED_FACTS,
  type ReceivingReturn,
} from '#src/network/both-sides.ts'
import type { Grant } from '#src/network/grants.ts'
import { grantsTexts } from '#src/web/texts/grants.tsx'
import { type DataColumn, DataTable } from '../data-table.tsx'
import { Cited, Figure, Value } from '../figure.tsx'
import { Day, DisplayName, Term } from '../text.tsx'

const texts = grantsTexts.both

/** What the funder lists and what the recipient reports, one return of the funder after another. */
export const Flow = ({ ein, flow }: { ein: string; flow: FundedYears }) => {
  const { funder, recipient, years } = flow
  return (
    <section>
      <h2>
        {texts.heading(<DisplayName name={funder.name} />, <DisplayName name={recipient.name} />)}
      </h2>
      {years.map((year) => (
        <Year key={year.objectId} ein={ein} flow={flow} year={year} />
      ))}
    </section>
  )
}

type YearProps = { ein: string; flow: FundedYears; year: FundedYear }

const Year = ({ ein, flow: { funder, recipient }, year }: YearProps) => {
  const [giver, taker] = [displayName(funder.name), displayName(recipient.name)]
  const { taxYear, form, period, grants, amount, received, flags, objectId } = year
  return (
    <section id={`year-${objectId}`}>
      <h3>{texts.year(taxYear)}</h3>
      {flags.length > 0 && (
        <ul class={flags.includes('MoreThanContributions') ? 'notice' : 'quiet'}>
          {flags.map((flag) => (
            <li key={flag}>{texts.flags[flag]}</li>
          ))}
        </ul>
      )}
      <div class="both-sides">
        <div>
          <h4>{texts.filed(giver)}</h4>
          <p class="quiet">
            {FORM_NAMES[form]}
            {period && <>, {<PeriodShown period={period} />}</>}
          </p>
          <DataTable
            name={`${texts.filed(giver)}, ${taxYear}`}
            columns={grantColumns(ein, taker)}
            rows={grants}
            keyOf={({ evidence }) => evidence.ref}
          />
          {amount !== undefined && grants.length > 1 && (
            <p class="number">
              {texts.total}: <Figure ein={ein} label={texts.total} value={amount} unit="USD" />
            </p>
          )}
        </div>
        <div>
          <h4>{texts.reported(taker)}</h4>
          {received.length === 0 ? (
            <p class="unknown">{texts.noReturn}</p>
          ) : (
            received.map((one) => (
              <Received key={one.objectId} ein={recipient.ein ?? ein} filing={one} name={taker} />
            ))
          )}
        </div>
      </div>
    </section>
  )
}

const PeriodShown = ({ period: { begin, end } }: { period: ReceivingReturn['period'] }) =>
  begin === null
    ? texts.until(<Day iso={end} />)
    : texts.period(<Day iso={begin} />, <Day iso={end} />)

const grantColumns = (ein: string, taker: string): DataColumn<Grant>[] => [
  {
    key: 'Purpose',
    label: texts.rowHeads.purpose,
    cell: ({ purpose, filedName, evidence }) => (
      <>
        {purpose === undefined ? (
          <span class="unknown">{texts.noPurpose}</span>
        ) : (
          <Value ein={ein} label={texts.rowHeads.purpose} value={purpose} ref_={evidence.ref} />
        )}
        {filedName !== undefined && (
          <span class="below quiet">{texts.filedAs(<bdi>{filedName}</bdi>)}</span>
        )}
      </>
    ),
  },
  {
    key: 'Listed',
    label: texts.rowHeads.kind,
    cell: ({ evidence }) => (
      <Cited ein={ein} label={texts.asRow} ref_={evidence.ref}>
        {evidence.citation}
      </Cited>
    ),
  },
  {
    key: 'Amount',
    label: texts.rowHeads.amount,
    isNumeric: true,
    cell: ({ amount, evidence }) => (
      <Figure
        ein={ein}
        label={`${texts.rowHeads.amount}, ${taker}`}
        value={amount}
        unit="USD"
        ref_={evidence.ref}
      />
    ),
  },
]

type ReceivedProps = { ein: string; filing: ReceivingReturn; name: string }

const Received = ({ ein, filing: { form, taxYear, period, lines }, name }: ReceivedProps) => (
  <>
    <p class="quiet">
      {FORM_NAMES[form]} {taxYear}, <PeriodShown period={period} />
    </p>
    {form === '990N' ? (
      <p>{texts.postcard}</p>
    ) : (
      <dl class="facts">
        {RECEIVED_FACTS.filter((key) => lines[key]).map((key) => (
          <Term key={key} term={texts.lines[key]} class="number">
            <Figure
              ein={ein}
              label={`${texts.lines[key]}, ${name}, ${taxYear}`}
              value={lines[key]?.value}
              unit="USD"
              ref_={lines[key]?.ref}
            />
          </Term>
        ))}
      </dl>
    )}
  </>
)
