import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { formatEin } from '#src/domain/ein.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import type { Hit } from '#src/search/params.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { evidencePath, organizationPath } from '#src/web/links.ts'
import { TIER_WORDS } from '#src/web/search/words.ts'
import { Figure, formatScore } from '../figure.tsx'
import { FactsLine, Name } from '../name.tsx'
import { toneOfBand } from '../tones.ts'
import { WhyMatched } from './why.tsx'

/** The form that the checkboxes of all hits belong to. */
export const COMPARE_FORM = 'compare'

type HitProps = {
  hit: Hit
  readiness: Readiness | undefined
  /** Whether the page has the form of those to compare, which one hit alone has not. */
  isChoosable: boolean
}

/** One organization that was found: who it is, its main figures, and why it is here. */
export const SearchHit = ({ hit, readiness, isChoosable }: HitProps) => {
  const { ein, display } = hit
  return (
    <li class="card hit">
      <div class="hit-head">
        <h3>
          <a href={organizationPath(ein)}>
            <Name>{display.name}</Name>
          </a>
        </h3>
        {isChoosable && (
          <label class="compare-choice">
            <input type="checkbox" name="EINs" value={ein} form={COMPARE_FORM} />
            Compare<span class="hidden"> {display.name}</span>
          </label>
        )}
      </div>
      <p class="hit-facts">
        <FactsLine facts={factsOf(ein, display)} />
      </p>
      <Figures ein={ein} display={display} />
      <Chips ein={ein} display={display} readiness={readiness} />
      <WhyMatched hit={hit} />
    </li>
  )
}

const factsOf = (ein: string, { cause, primaryForm, ...display }: OrganizationDisplay) => [
  toLocation(display) ?? 'Place not reported',
  `EIN ${formatEin(ein)}`,
  cause?.label,
  primaryForm === undefined ? 'No return here' : facetLabel('Form', primaryForm),
]

type Props = { ein: string; display: OrganizationDisplay }

/** Revenue and assets, each with its own year; postcards and registry rows have neither. */
const Figures = ({ ein, display: { name, revenue, assets, latestYear } }: Props) => (
  <dl class="hit-figures">
    <div>
      <dt>Revenue</dt>
      <dd>
        <Figure
          ein={ein}
          label={`Revenue of ${name}`}
          value={revenue?.value}
          unit="USD"
          ref_={revenue?.ref}
          unknown="none on record"
        />
      </dd>
    </div>
    {assets && (
      <div>
        <dt>Assets{assets.taxYear !== revenue?.taxYear && ` (${assets.taxYear})`}</dt>
        <dd>
          <Figure
            ein={ein}
            label={`Assets of ${name}`}
            value={assets.value}
            unit="USD"
            ref_={assets.ref}
          />
        </dd>
      </div>
    )}
    <div>
      <dt>Tax year</dt>
      <dd>{revenue?.taxYear ?? latestYear ?? <span class="unknown">not reported</span>}</dd>
    </div>
  </dl>
)

type ChipsProps = Props & { readiness: Readiness | undefined }

/** What speaks against it stands before its score, which is of its figures alone. */
const Chips = ({ ein, display, readiness }: ChipsProps) => {
  const { rating, isRevoked, evidenceTier, name } = display
  const isFlagged = readiness?.tone === 'Concern'
  return (
    <ul class="chips">
      {isRevoked && (
        <li>
          <span class="chip tone-concern">Recognition revoked</span>
        </li>
      )}
      {readiness && readiness.tone !== 'Good' && (
        <li>
          <a
            class={`chip tone-${readiness.tone.toLowerCase()}`}
            href={`${organizationPath(ein)}#verdict`}
          >
            {readiness.label}
            <span class="hidden">: why, of {name}</span>
          </a>
        </li>
      )}
      {rating && (
        <li>
          <a
            class={`chip tone-${toneOfBand(rating.band, isFlagged)}`}
            href={evidencePath(ein, rating.ref)}
          >
            Rating {formatScore(rating.score)} · {rating.band}
            <span class="hidden"> of {name}, what it rests on</span>
          </a>
        </li>
      )}
      <li>
        <span class="chip">{TIER_WORDS[evidenceTier]}</span>
      </li>
    </ul>
  )
}
