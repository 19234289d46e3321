import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { formatDay } from './days.ts'
import { Day } from './layout.tsx'

/** A filing for people: "Form 990, tax year 2022". */
export const nameFiling = ({ form, taxYear }: Pick<FilingSummary, 'form' | 'taxYear'>): string =>
  `${FORM_NAMES[form]}, tax year ${taxYear}`

/** What else is said of a submission: boxes it ticks, as words. */
export function marksOf(filing: FilingSummary): string[] {
  return [
    filing.isAmended && 'Amended return',
    filing.isInitial && 'Initial return',
    filing.isFinal && (filing.form === '990N' ? 'Has terminated' : 'Final return'),
    filing.isGroupReturn && 'Group return',
    isShortYear(filing) && 'Short year',
  ].filter((mark) => mark !== false)
}

/** Why a filing is excluded, as sentences. */
export const whyExcluded = (reason: string): string =>
  `Excluded by the operator of this service. Reason: ${reason.replace(/\.$/, '')}.`

/** The period a filing tells of. */
export const Period = ({
  filing: { taxPeriodBegin, taxPeriodEnd },
}: {
  filing: Pick<FilingSummary, 'taxPeriodBegin' | 'taxPeriodEnd'>
}) => (
  <>
    {taxPeriodBegin ? <Day iso={taxPeriodBegin} /> : 'begin not reported'} to{' '}
    <Day iso={taxPeriodEnd} />
  </>
)

/** A day of receipt; of a postcard none is known. */
export const Received = ({
  filing: { receivedOn },
}: {
  filing: Pick<FilingSummary, 'receivedOn'>
}) => (receivedOn ? <Day iso={receivedOn} /> : <span class="unknown">not known</span>)

/** How old the figures of a filing are, as a sentence for the foot of its page. */
export function lagOf({ form, taxYear, taxPeriodEnd, receivedOn }: FilingSummary): string {
  const received = receivedOn
    ? `that the IRS received ${formatDay(receivedOn)}`
    : 'whose day of receipt is not known'
  return `The filing shown is ${FORM_NAMES[form]} of tax year ${taxYear}, whose period ended ${formatDay(taxPeriodEnd)} and ${received}; what has happened since is not in it.`
}
