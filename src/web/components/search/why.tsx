import type { Hit, Match, MatchReason } from '#src/search/params.ts'
import { evidencePath } from '#src/web/links.ts'
import { Name } from '../name.tsx'

/** Why an organization was found, each reason with the leaf it rests on. */
export const WhyMatched = ({ hit }: { hit: Hit }) => {
  const { ein, display, match, reasons, explanation } = hit
  // A listing's hits have no reason but the filters, which stand above them all.
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
      {!reasons.some((reason) => isSaidBy(reason, explanation)) && (
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

/** Whether a reason's link says all of the sentence: "It is classified as …." */
const isSaidBy = (reason: MatchReason, explanation: string): boolean =>
  reason.kind === 'Classification' &&
  !reason.isInferred &&
  explanation === `It is classified as ${reason.label}.`

const FIELDS: Record<string, string> = {
  LegalName: 'legal name',
  FormerName: 'former name',
  DoingBusinessAs: 'trade name',
}

/** Which of its names, or that its EIN, matched. */
const NameMatch = ({ ein, match }: { ein: string; match: Match }) => {
  const { kind, field, value, ref, place } = match
  if (kind === 'EIN') return <p class="why">This is its EIN.</p>
  const isExact = kind === 'ExactName' || kind === 'Alias'
  const how = isExact ? 'Matches' : 'Like'
  if (field === 'Name' && ref) {
    return (
      <p class="why">
        <a
          href={evidencePath(ein, ref)}
          aria-label={`${how} its name, ${value}, where it was filed`}
        >
          {how} its name
        </a>
        <PlaceToo place={place} />.
      </p>
    )
  }
  const name = <Name>{value}</Name>
  return (
    <p class="why">
      {field === 'Acronym' ? 'Its initials: ' : `${how} its ${FIELDS[field]} `}
      {ref ? <a href={evidencePath(ein, ref)}>{name}</a> : name}
      <PlaceToo place={place} />.
    </p>
  )
}

const PlaceToo = ({ place }: { place: string | undefined }) =>
  place === undefined ? null : (
    <>
      , and its place, <Name>{place}</Name>
    </>
  )

const PASSAGES = {
  Mission: 'Filed mission',
  Program: 'Filed program',
  Website: 'Its website',
  Classification: 'Classification',
} as const

type Props = { ein: string; name: string; reason: MatchReason }

const Reason = ({ ein, name, reason }: Props) => {
  if (reason.kind === 'Passage') {
    return (
      <blockquote>
        <Name>
          <Highlighted text={reason.text} />
        </Name>{' '}
        <Source ein={ein} name={name} ref_={reason.ref} label={PASSAGES[reason.passage]} />
      </blockquote>
    )
  }
  if (reason.kind === 'Name') {
    return <Source ein={ein} name={name} ref_={reason.ref} label={`Its name, ${reason.text}`} />
  }
  const isPlace = reason.kind === 'Place'
  const label = isPlace ? `Works in ${reason.label}` : `Classified as ${reason.label}`
  return (
    <>
      <Source ein={ein} name={name} ref_={reason.ref} label={label} />
      {!isPlace && reason.isInferred && ' (inferred from its text, not filed)'}
    </>
  )
}

type SourceProps = { ein: string; name: string; label: string; ref_: string | undefined }

const Source = ({ ein, name, label, ref_: ref }: SourceProps) =>
  ref === undefined ? (
    <Name>{label}</Name>
  ) : (
    <a
      class="source"
      href={evidencePath(ein, ref)}
      aria-label={`${label} of ${name}, where it was filed`}
    >
      <Name>{label}</Name>
    </a>
  )

/** A passage with the words that matched marked; the engine puts them between <em> and </em>. */
const Highlighted = ({ text }: { text: string }) => (
  <>
    {text.split(/<em>(.*?)<\/em>/s).map((part, at) => (at % 2 === 1 ? <mark>{part}</mark> : part))}
  </>
)
