import type { FilingSummary } from '#src/organizations/organization.ts'
import type { SectionSummary } from '#src/organizations/sections/section.ts'
import { formatScore } from '../figure.tsx'
import { marksOf, nameFiling, Period } from '../filing-words.tsx'

type Props = {
  filing: FilingSummary
  summary: SectionSummary
  /** Where the section is found again, for who reads it on paper. */
  address: string
}

/** What a section is, of which filing, and how it is judged. */
export const SectionHead = ({ filing, summary, address }: Props) => {
  const { title, summary: sentence, sourceTags, status, kind } = summary
  return (
    <header>
      <h1>{title}</h1>
      <p>{sentence}</p>
      <ul class="chips">
        {status && (
          <li class={`chip tone-${status.tone.toLowerCase()}`}>
            {status.label}
            {status.score !== undefined && ` · ${formatScore(status.score)}`}
          </li>
        )}
        <li class="chip">{kind === 'Band' ? 'Worked out of the filing' : 'As filed'}</li>
        {sourceTags.map((tag) => (
          <li key={tag} class="chip">
            {tag}
          </li>
        ))}
      </ul>
      <p class="quiet">
        {nameFiling(filing)}, <Period filing={filing} />
        {marksOf(filing).map((mark) => `, ${mark.toLowerCase()}`)}
        <span class="on-screen">. Each value opens where it was filed.</span>
        <span class="on-paper">. Each value opens where it was filed at {address}</span>
      </p>
    </header>
  )
}
