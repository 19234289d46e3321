import { type SearchAddress, searchPath } from '#src/web/search/address.ts'
import type { FoundSearch } from '#src/web/search/run-search.ts'
import { withoutPhrase } from '#src/web/search/told.ts'

type Props = { address: SearchAddress; found: FoundSearch }

/** How plain words were read, what of them can be taken out, and the other way to read them. */
export const ReadAs = ({ address, found: { isRead, interpretation } }: Props) => {
  if (!isRead) return null
  const isName = interpretation.mode === 'Identity'
  // What describes an organization narrows a search of what they do alone.
  const other = searchPath(
    address,
    isName ? { Mode: 'Discovery' } : { Mode: 'Identity', EvidenceTier: undefined },
  )
  return (
    <div class="read-as">
      <p>
        Read as {isName ? 'a name or EIN' : 'what organizations do'}.{' '}
        <a href={other} rel="nofollow">
          {isName ? 'Search what they do instead' : 'Search names instead'}
        </a>
      </p>
      {interpretation.phrases.length > 0 && (
        <ul class="chips">
          {interpretation.phrases.map(({ phrase, meaning, key }) => (
            <li key={`${phrase} ${meaning}`}>
              {key === 'cause' && interpretation.applied.causes === undefined ? (
                <span class="chip">{`“${phrase}”: ranked by, beside ${meaning}; filters nothing`}</span>
              ) : (
                <ReadPhrase address={address} phrase={phrase} meaning={meaning} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type PhraseProps = { address: SearchAddress; phrase: string; meaning: string }

/** Words and what they were read as; a link to the search without them, unless they are all of it. */
const ReadPhrase = ({ address, phrase, meaning }: PhraseProps) => {
  const rest = withoutPhrase(address.Query ?? '', phrase)
  const words = `“${phrase}”: ${meaning}`
  if (!rest) return <span class="chip">{words}</span>
  return (
    <a class="chip removable" href={searchPath(address, { Query: rest })} rel="nofollow">
      {words} <span aria-hidden="true">×</span>
      <span class="hidden"> (leave these words out)</span>
    </a>
  )
}
