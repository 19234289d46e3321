import type { Citation } from '#src/organizations/evidence/cite-evidence.ts'

/** Ready-made citations of a value. The script adds buttons that copy them. */
export const CitationCard = ({ citation }: { citation: Citation }) => {
  const { text, apa, bibtex, url } = citation
  const styles = [
    { name: 'Footnote', shown: text },
    { name: 'APA', shown: apa },
    { name: 'BibTeX', shown: bibtex },
    { name: 'Permanent address', shown: url },
  ]
  return (
    <section class="card cite" aria-labelledby="cite">
      <h2 id="cite">Cite this</h2>
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
