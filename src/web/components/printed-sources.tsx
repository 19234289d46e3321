import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { readableEvidencePath } from '../links.ts'
import { Name } from './name.tsx'

/** What was cited so far, by address, in the order of its numbers. */
type Sources = Map<string, { number: number; label: string }>

const Cited = createContext<Sources | undefined>(undefined)

/**
 * The number by which paper leads from a figure to its source; undefined on pages that list none.
 * Called while the figure is rendered.
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

/** A page that is printed: below it, on paper alone, where each of its figures was filed. */
export const WithPrintedSources = ({ origin, children }: Props) => {
  const sources: Sources = new Map()
  return (
    <Cited.Provider value={sources}>
      {children}
      <PrintedSources sources={sources} origin={origin} />
    </Cited.Provider>
  )
}

// Rendered after the page, when all it cites is known.
const PrintedSources = ({ sources, origin }: { sources: Sources } & Omit<Props, 'children'>) =>
  sources.size === 0 ? null : (
    <section class="printed-sources">
      <h2>Where the figures were filed</h2>
      <p>
        By the small numbers beside them; the addresses begin with {origin}. Each shows form, line,
        XPath and filing.
      </p>
      <ol>
        {[...sources].map(([path, { label }]) => (
          <li key={path}>
            <Name>{`${label.charAt(0).toUpperCase()}${label.slice(1)}`}</Name> <span>{path}</span>
          </li>
        ))}
      </ol>
    </section>
  )
