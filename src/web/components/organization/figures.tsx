import { citeUnreadable } from '#src/domain/cite.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { type FigureKey, nameOf, sourceOf } from '#src/figures/figures.ts'
import { TILES } from '#src/figures/sets.ts'
import type { Filing } from '#src/organizations/organization.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { FiledFigure } from '../figure.tsx'
import { Band } from './band.tsx'
import { describeLimits } from './key-figures.ts'

type Props = { overview: Pick<Overview, 'page' | 'figures'> }

/** The main figures of the filing shown, each with its evidence. */
export const KeyFigures = ({ overview: { page, figures } }: Props) => {
  const { form, taxYear } = page.filing
  const { asked, found } = TILES[form]
  const tiles = [...asked, ...found.filter((key) => figures[key])]
  const limits = describeLimits(page.filing, figures)
  return (
    <Band id="figures" title={`Key figures of ${FORM_NAMES[form]}, tax year ${taxYear}`}>
      {tiles.length > 0 && (
        <dl class="tiles">
          {tiles.map((key) => {
            const label = nameOf(key)
            const { value, unit, ref } = figures[key] ?? unreadable(key, page.filing)
            return (
              <div key={key}>
                <dt>{label}</dt>
                <dd>
                  <FiledFigure
                    ein={page.organization.ein}
                    label={label}
                    value={value}
                    unit={unit}
                    ref_={ref}
                    isShort
                  />
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      {limits && <p class="quiet">{limits}</p>}
    </Band>
  )
}

/** The Ref of a line that is not readable; nothing for a blank line. */
function unreadable(key: FigureKey, filing: Filing) {
  const { fact } = sourceOf(key, filing.form)
  return { value: undefined, unit: undefined, ref: fact && citeUnreadable(filing, fact) }
}
