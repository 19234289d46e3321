import { FORM_NAMES } from '../../../../domain/facts/citation.ts'
import type { Overview } from '../../pages/overview.ts'
import { Figure } from '../figure.tsx'
import { Band } from './band.tsx'
import { describeLimits, keyFiguresOf } from './key-figures.ts'

type Props = { overview: Pick<Overview, 'page' | 'figures'> }

/** The main figures of the filing shown, each with its evidence. */
export const KeyFigures = ({ overview: { page, figures } }: Props) => {
  const { form, taxYear } = page.filing
  const { asked, found } = keyFiguresOf(form)
  const tiles = [...asked, ...found.filter(([key]) => figures[key])]
  const limits = describeLimits(form, figures)
  return (
    <Band id="figures" title={`Key figures of ${FORM_NAMES[form]}, tax year ${taxYear}`}>
      {tiles.length > 0 && (
        <dl class="tiles">
          {tiles.map(([key, label]) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>
                <Figure
                  ein={page.organization.ein}
                  label={label}
                  value={figures[key]?.value}
                  unit={figures[key]?.unit}
                  ref_={figures[key]?.ref}
                  isShort
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {limits && <p class="quiet">{limits}</p>}
    </Band>
  )
}
