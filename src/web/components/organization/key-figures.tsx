import { citeUnreadable } from '#src/domain/cite.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { misreadFacts } from '#src/domain/facts/read-facts.ts'
import { type FigureKey, nameOf, sourceOf } from '#src/figures/figures.ts'
import { TILES } from '#src/figures/sets.ts'
import type { Filing, FilingSummary } from '#src/organizations/organization.ts'
import type { TabData } from '#src/web/pages/organization/read.ts'
import { FiledFigure } from '../figure.tsx'
import { Term } from '../text.tsx'
import { Band } from './band.tsx'

type Props = { overview: Pick<TabData, 'page' | 'figures'> }

/** The main figures of the filing shown, each with its evidence. */
export const KeyFigures = ({ overview: { page, figures } }: Props) => {
  const { form, taxYear } = page.filing
  const { asked, found } = TILES[form]
  const tiles = [...asked, ...found.filter((key) => figures[key])]
  const limits = describeLimits(page.filing, figures)
  return (
    <Band id="figures" title={`Key figures from ${FORM_NAMES[form]}, tax year ${taxYear}`}>
      {tiles.length > 0 && (
        <dl class="tiles">
          {tiles.map((key) => {
            const label = nameOf(key)
            const { value, unit, ref } = figures[key] ?? unreadable(key, page.filing)
            return (
              <Term key={key} term={label}>
                <FiledFigure
                  ein={page.organization.ein}
                  label={label}
                  value={value}
                  unit={unit}
                  ref_={ref}
                  isShort
                />
              </Term>
            )
          })}
        </dl>
      )}
      {limits && <p class="quiet">{limits}</p>}
    </Band>
  )
}

/** Returns the Ref of a line that could not be read; none for a blank line. */
export function unreadable(key: FigureKey, filing: Filing) {
  const { fact } = sourceOf(key, filing.form)
  return { value: undefined, unit: undefined, ref: fact && citeUnreadable(filing, fact) }
}

/** Returns a sentence on what a form's figures do not show. */
export function describeLimits(filing: Filing, known: TabData['figures']): string | undefined {
  const { form } = filing
  switch (form) {
    case '990N':
      return 'Form 990-N, the postcard for small organizations, reports no figures.'
    case '990T':
      return 'Form 990-T reports the tax on unrelated business income. It does not report total revenue or expenses.'
    case '990PF':
      if (known.distributableAmount?.value === 0)
        return 'No distribution was required for the year.'
      return (
        known.distributionsToDistributableAmount &&
        'Qualifying distributions first cover any amount left over from the year before. Excess distributions from earlier years also count toward the required amount. Undistributed income is the amount that the foundation must still pay out by the end of the next year.'
      )
    default:
      if (known.programRatio !== undefined) return undefined
      return form === '990'
        ? `The program ratio is unknown because expenses by function are ${isFunctionMisread(filing) ? 'not readable' : 'not reported'}.`
        : `This ${FORM_NAMES[form]} does not include enough information to calculate a program ratio.`
  }
}

/** Whether the program ratio of Form 990 depends on a line that could not be read. */
function isFunctionMisread({ form, warnings }: Pick<FilingSummary, 'form' | 'warnings'>): boolean {
  const misread = misreadFacts(form, warnings)
  return misread.has('functionalProgramExpenses') || misread.has('functionalExpenses')
}
