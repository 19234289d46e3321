import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import { facetLabel, TIERS } from '#src/search/facets.ts'
import type { Hit, Match, MatchReason } from '#src/search/params.ts'
import { evidencePath, organizationPath } from '#src/web/links.ts'
import { Chip, readinessLabel, toneOfBand, toTone } from '../chips.tsx'
import { Dollars, Score, SourceLink } from '../figure.tsx'
import { formatScore } from '../formats.ts'
import { showPlace } from '../place.ts'
import { DisplayName, FactsLine, Name, OrganizationLink, Term } from '../text.tsx'

/** The form that the checkboxes of all hits belong to. */
export const COMPARE_FORM = 'compare'

type HitProps = {
  hit: Hit
  readiness: Readiness | undefined
  /** Whether the page has the form to compare hits; a single hit has none. */
  isChoosable: boolean
}

/** A hit: the organization's main facts and figures, and why it matches. */
export const SearchHit = ({ hit, readiness, isChoosable }: HitProps) => {
  const { ein, display } = hit
  return (
    <li class="card hit">
      <div class="hit-head">
        <h3>
          <OrganizationLink ein={ein} name={display.name} />
        </h3>
        {isChoosable && (
          <label class="compare-choice">
            <input type="checkbox" name="EINs" value={ein} form={COMPARE_FORM} />
            Compare
            <span class="hidden"> {displayName(display.name)}</span>
          </label>
        )}
      </div>
      <p class="hit-facts">
        <FactsLine facts={factsOf(ein, display)} />
      </p>
      <Figures ein={ein} display={display} />
      <ToApply ein={ein} display={display} />
      <Chips ein={ein} display={display} readiness={readiness} />
      <WhyMatched hit={hit} />
    </li>
  )
}

const factsOf = (ein: string, { cause, primaryForm, ...display }: OrganizationDisplay) => [
  showPlace(display) ?? 'Location not reported',
  `EIN ${formatEin(ein)}`,
  cause?.label,
  primaryForm === undefined ? 'No filing loaded' : facetLabel('Form', primaryForm),
]

type Props = { ein: string; display: OrganizationDisplay }

/** Revenue and assets with their years; postcards and registry rows have neither. */
const Figures = ({ ein, display: { name, revenue, assets, latestYear } }: Props) => (
  <dl class="hit-figures">
    <Term term="Revenue">
      <Dollars
        ein={ein}
        label={`Revenue of ${displayName(name)}`}
        figure={revenue}
        unknown="none on record"
      />
    </Term>
    {assets && (
      <Term term={`Assets${assets.taxYear === revenue?.taxYear ? '' : ` (${assets.taxYear})`}`}>
        <Dollars ein={ein} label={`Assets of ${displayName(name)}`} figure={assets} />
      </Term>
    )}
    <Term term="Tax year">
      {revenue?.taxYear ?? latestYear ?? <span class="unknown">not reported</span>}
    </Term>
  </dl>
)

/** Whether the foundation accepts applications, and by when. */
const ToApply = ({ ein, display: { name, applications } }: Props) =>
  applications ? (
    <p class="hit-facts">
      <a href={`${organizationPath(ein)}#apply`}>Accepts grant applications</a>
      {applications.deadline && (
        <>
          . Deadlines: <Name>{applications.deadline.text}</Name>{' '}
          <SourceLink
            ein={ein}
            label={`Deadlines of ${displayName(name)}`}
            ref_={applications.deadline.ref}
          />
        </>
      )}
    </p>
  ) : null

type ChipsProps = Props & { readiness: Readiness | undefined }

/** Warnings come before the score, which is based only on figures. */
const Chips = ({ ein, display, readiness }: ChipsProps) => {
  const { rating, isRevoked, evidenceTier, name, primaryForm } = display
  const band = display.rating?.band
  const isFlagged = readiness?.tone === 'Concern'
  return (
    <ul class="chips">
      {isRevoked && (
        <li>
          <Chip tone="concern">Tax exemption revoked</Chip>
        </li>
      )}
      {readiness && readinessLabel(readiness) !== 'Nothing found' && (
        <li>
          <a
            class={`chip tone-${toTone(readiness.tone)}`}
            href={`${organizationPath(ein)}#attention`}
          >
            {readinessLabel(readiness)}
            <span class="hidden">{`: reasons for ${displayName(name)}`}</span>
          </a>
        </li>
      )}
      {rating && (
        <li>
          <a
            class={`chip tone-${toneOfBand(band, primaryForm, isFlagged)}`}
            href={evidencePath(ein, rating.ref)}
          >
            {`Rating ${formatScore(rating.score)} · ${band ?? 'old return'}`}
            <span class="hidden">{` of ${displayName(name)}: how it is calculated`}</span>
          </a>
        </li>
      )}
      <li>
        <span class="chip">{TIERS[evidenceTier]}</span>
      </li>
    </ul>
  )
}

/** Why an organization was found, each reason with its evidence. */
export const WhyMatched = ({ hit }: { hit: Hit }) => {
  const { ein, display, match, reasons, explanation } = hit
  // Hits of a listing match only its filters.
  const isListed = match.kind === 'Filter'
  if (isListed || explanation === undefined) {
    return (
      <>
        {!isListed && <NameMatch ein={ein} match={match} />}
        {display.description && (
          <p class="hit-text">
            <Name>{display.description}</Name>
          </p>
        )}
      </>
    )
  }
  return (
    <div class="why">
      {!reasons.some((reason) => repeats(reason, explanation)) && (
        <p>
          <Name>{explanation}</Name>
        </p>
      )}
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={`${reason.kind} ${reason.ref}`}>
              <Reason ein={ein} name={display.name} reason={reason} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Whether the link of a reason already contains the sentence: "It is classified as …." */
const repeats = (reason: MatchReason, explanation: string): boolean =>
  reason.kind === 'Classification' &&
  !reason.isInferred &&
  explanation === `It is classified as ${reason.label}.`

const NAMES = {
  Name: 'name',
  LegalName: 'legal name',
  FormerName: 'former name',
  DoingBusinessAs: 'trade name',
} as Readonly<Record<string, string>>

/** The name or EIN that matched. */
const NameMatch = ({ ein, match }: { ein: string; match: Match }) => {
  const { kind, field, value = '', ref, place } = match
  if (kind === 'EIN') return <p class="why">Matches its EIN.</p>
  const isExact = kind === 'ExactName' || kind === 'Alias'
  const how = `${isExact ? 'Matches its' : 'Similar to its'} ${NAMES[field]}`
  const isItsName = field === 'Name' && ref !== undefined
  const label = isItsName ? `${how}, ${displayName(value)}: see the source` : undefined
  const words = isItsName ? how : <DisplayName name={value} />
  return (
    <p class="why">
      {!isItsName && (field === 'Acronym' ? 'Its initials: ' : `${how} `)}
      {ref ? (
        <a href={evidencePath(ein, ref)} aria-label={label}>
          {words}
        </a>
      ) : (
        words
      )}
      {place !== undefined && (
        <>
          {' '}
          and its location, <DisplayName name={place} />
        </>
      )}
      .
    </p>
  )
}

type ReasonProps = { ein: string; name: string; reason: MatchReason }

const PASSAGES = {
  Mission: 'From its filed mission',
  Program: 'From its filed programs',
  Website: 'From its website',
  Classification: 'Classification',
}

const Reason = ({ ein, name, reason }: ReasonProps) => {
  const source = (label: string) => <Source ein={ein} name={name} ref_={reason.ref} label={label} />
  switch (reason.kind) {
    case 'Passage':
      return (
        <blockquote>
          <Name>
            <Highlighted text={reason.text} />
          </Name>{' '}
          {source(PASSAGES[reason.passage])}
        </blockquote>
      )
    case 'Name':
      return source(`Its name: ${displayName(reason.text)}`)
    case 'Place':
      return source(`Works in ${reason.label}`)
    case 'Classification':
      return (
        <>
          {source(`Classified as ${reason.label}`)}
          {reason.isInferred && ' (inferred from its description, not filed)'}
        </>
      )
  }
}

type SourceProps = { ein: string; name: string; label: string; ref_: string | undefined }

const Source = ({ ein, name, label, ref_: ref }: SourceProps) =>
  ref === undefined ? (
    <Name>{label}</Name>
  ) : (
    <a
      class="source"
      href={evidencePath(ein, ref)}
      aria-label={`${label} of ${displayName(name)}: see the source`}
    >
      <Name>{label}</Name>
    </a>
  )

/** A passage with the matching words marked; the engine puts them between <em> and </em>. */
const Highlighted = ({ text }: { text: string }) => (
  <>
    {text.split(/<em>(.*?)<\/em>/s).map((part, at) => (at % 2 === 1 ? <mark>{part}</mark> : part))}
  </>
)

type ListedScoreProps = {
  ein: string
  display: Pick<OrganizationDisplay, 'name' | 'rating'>
  /** What an organization without a score shows. */
  unknown?: string
}

/** The score of an organization in a table, marked if its return is too old to judge by. */
export const ListedScore = ({ ein, display, unknown }: ListedScoreProps) => {
  const { name, rating } = display
  return (
    <>
      <Score
        ein={ein}
        label={`Rating of ${displayName(name)}${rating?.taxYear === undefined ? '' : `, ${rating.taxYear}`}`}
        figure={{ value: rating?.score, ref: rating?.ref }}
        unknown={unknown}
      />
      {rating && rating.band === undefined && (
        <span class="below quiet">{`old return, ${rating.taxYear}`}</span>
      )}
    </>
  )
}
