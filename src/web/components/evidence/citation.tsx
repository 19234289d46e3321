import type { Citation } from '#src/organizations/evidence/cite-evidence.ts'
import { evidenceTexts } from '#src/web/texts/evidence.tsx'

const texts = evidenceTexts.citation

/** Ready-made citations of a value. The script adds buttons that copy them. */
export const CitationCard = ({ citation }: { citation: Citation }) => {
  const { text, apa, bibtex, url } = citation
  const styles = [
    { name: texts.footnote, shown: text },
    { name: texts.apa, shown: apa },
    { name: texts.bibtex, shown: bibtex },
    { name: texts.address, shown: url },
  ]
  return (
    <section class="card cite" aria-labelledby="cite">
      <h2 id="cite">{texts.title}</h2>
      {styles.map(({ name, shown }) => (
        <div key={name} data-copy={name}>
          <h3>{name}</h3>
          <pre dir="auto">
            <code>{shown}</code>
          </pre>
        </div>
      ))}
    </section>
  )
}
