import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { readableEvidencePath } from '#src/organizations/evidence/cite-evidence.ts'
import { organizationTexts } from '../texts/organization.tsx'
import { Name } from './text.tsx'

const texts = organizationTexts.printed

/** The number and label of each source cited so far, by its path. */
type Sources = Map<string, { number: number; label: string }>

const Cited = createContext<Sources | undefined>(undefined)

/**
 * Returns the number that leads from a printed figure to its source; undefined on pages that list
 * none. Called while the figure is rendered.
 */
export function useSourceNumber(ein: string, ref: string | undefined, label: string) {
  const sources = useContext(Cited)
  if (!sources || ref === undefined) return undefined
  const path = readableEvidencePath(ein, ref)
  const known = sources.get(path) ?? { number: sources.size + 1, label }
  sources.set(path, known)
  return known.number
}

/** `origin` begins the addresses. */
type Props = { origin: string; children: ComponentChildren }

/** A page with a list, on paper only, of where each of its figures was filed. */
export const WithPrintedSources = ({ origin, children }: Props) => {
  const sources: Sources = new Map()
  return (
    <Cited.Provider value={sources}>
      {children}
      <PrintedSources sources={sources} origin={origin} />
    </Cited.Provider>
  )
}

// Rendered after the page, when all its sources are known.
const PrintedSources = ({ sources, origin }: { sources: Sources; origin: string }) =>
  sources.size === 0 ? null : (
    <section class="printed-sources">
      <h2>{texts.title}</h2>
      <p>{texts.lead(origin)}</p>
      <ol>
        {[...sources].map(([path, { label }]) => (
          <li key={path}>
            <Name>{`${label.charAt(0).toUpperCase()}${label.slice(1)}`}</Name> <span>{path}</span>
          </li>
        ))}
      </ol>
    </section>
  )
