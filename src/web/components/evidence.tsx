import type { ComponentChildren } from 'preact'
import type { Block } from '#src/domain/blocks.ts'
import { hasIrsId, parseRef } from '#src/domain/evidence.ts'
import { parseDecimal, parseWhole } from '#src/domain/exact-numbers.ts'
import { spellName } from '#src/domain/facts/printed.ts'
import { type FactValue, readAs } from '#src/domain/facts/read-facts.ts'
import { type FiledLeaf, leavesOf } from '#src/domain/facts/return-layout.ts'
import { leafSubject } from '#src/domain/facts/subjects.ts'
import { formatCount } from '#src/domain/money.ts'
import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { OpenedEvidence } from '#src/organizations/evidence/read-evidence.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { CATALOGUE } from '#src/provenance/source.ts'
import { evidencePath, organizationPath } from '#src/web/links.ts'
import { EVIDENCE_KINDS, FactList } from './figure.tsx'
import { marksOf, nameFiling, OriginalLinks, Period, Received } from './filing.tsx'
import { DisplayName, Term } from './text.tsx'

/** Form, year, XPath, document and Ref. */
export const EvidencePlace = ({ opened: { target } }: { opened: OpenedEvidence }) => {
  const { ref, collection, form, sourcePath, sourceDocument } = target.evidence
  const source = publisherOf(ref)
  return (
    <section>
      <h2>Where to find it</h2>
      <dl class="facts place">
        <KnownTerm term={form ? 'XPath in the return' : 'Column'}>
          {sourcePath !== undefined && <code>{sourcePath}</code>}
        </KnownTerm>
        <KnownTerm term="Document">{target.filing ? undefined : sourceDocument}</KnownTerm>
        <KnownTerm term="Collection">{collection}</KnownTerm>
        <Term term="Ref">
          <code>{ref}</code>
        </Term>
      </dl>
      {source && (
        <p>
          A single entry has no address, so this link opens the complete file ({source.publisher}):{' '}
          {source.url === undefined ? (
            source.title
          ) : (
            <a href={source.url} rel="noreferrer external">
              {source.title}
            </a>
          )}
          .
        </p>
      )}
    </section>
  )
}

type TermProps = { term: string; children: ComponentChildren }

const KnownTerm = ({ term, children }: TermProps) =>
  children === undefined || children === false ? null : <Term term={term}>{children}</Term>

/** Returns the published source of a Ref; undefined for derived figures and websites. */
function publisherOf(ref: string) {
  const evidence = parseRef(ref)
  if (!evidence) return undefined
  const isPostcard = evidence.kind === 'filing' && evidence.form === '990N'
  const key = isPostcard ? 'Postcards' : EVIDENCE_KINDS[evidence.kind].source
  return key && CATALOGUE[key]
}

/** The filing, and whether it is still the current one. */
export const EvidenceFiling = ({ opened }: { opened: OpenedEvidence }) => {
  const { filer, target, successor } = opened
  const { filing } = target
  if (!filing) return null
  const marks = marksOf(filing)
  return (
    <section>
      <h2>The filing</h2>
      <dl class="facts place">
        <Term term="Return">{nameFiling(filing)}</Term>
        <Term term="Filed by">
          <DisplayName name={filer.name} />
        </Term>
        <Term term="Period">
          <Period filing={filing} />
        </Term>
        <Term term="Received by the IRS">
          <Received filing={filing} />
        </Term>
        <Term term="Status">
          {stateOf(filing)}
          {marks.length > 0 && `: ${marks.join(', ').toLowerCase()}`}
        </Term>
        <Term term={hasIrsId(filing) ? 'Object ID' : 'ID on this site'}>
          <code>{filing.objectId}</code>
        </Term>
        <Term term="Archive">{archiveOf(filing)}</Term>
        {filing.form !== '990N' && (
          <Term term="Complete return">
            <OriginalLinks ein={filer.ein} filing={filing} />
          </Term>
        )}
        <KnownTerm term="Schema version">{filing.schemaVersion ?? undefined}</KnownTerm>
      </dl>
      {successor && <Replaced filer={filer} evidence={target.evidence} successor={successor} />}
    </section>
  )
}

type ReplacedProps = { filer: Organization; evidence: EvidenceRef; successor: FilingSummary }

const Replaced = ({ filer, evidence: { ref }, successor }: ReplacedProps) => {
  const { form, taxYear, objectId } = successor
  return (
    <p class="notice">
      A later filing for the same period, object ID <code>{objectId}</code>, replaced this one. Open{' '}
      <a href={organizationPath(filer.ein, { form, year: taxYear })}>the current filing</a>
      {ref.includes(':/') && (
        <>
          {' '}
          or <a href={evidencePath(filer.ein, refIn(ref, successor))}>the same place in it</a>
        </>
      )}
      .
    </p>
  )
}

const archiveOf = ({ sourceArchive, sourceMember }: FilingSummary): string =>
  sourceMember === null || sourceMember === sourceArchive
    ? sourceArchive
    : `${sourceMember} in ${sourceArchive}`

/** Returns the Ref of the same path in another filing of the form. */
const refIn = (ref: string, { form, taxYear, objectId }: FilingSummary): string =>
  [form, taxYear, objectId, ref.slice(ref.indexOf(':/') + 1)].join(':')

type ElementProps = {
  ein: string
  content: Block
  /** The path of the element in its return; without it, nothing in the element can have a Ref. */
  path?: string | undefined
  refOf: (path: string) => string
}

/** The longest rows of schedules have about 60 leaves; anything longer is a list. */
const MAX_LEAVES = 200

/** The leaves of an element as filed, with names of elements in words, each with its evidence. */
export const ElementLeaves = ({ ein, content, path, refOf }: ElementProps) => {
  const leaves = leavesOf(content, path)
  const facts = leaves.slice(0, MAX_LEAVES).map(({ leaf, label }, at) => ({
    key: String(at),
    label: (leaf.path && leafSubject(leaf.path)?.label) || spellName(label || leaf.name),
    ...readLeaf(leaf),
    ref: leaf.path && refOf(leaf.path),
  }))
  const leftOut = leaves.length - facts.length
  return (
    <>
      <FactList ein={ein} facts={facts} />
      {leftOut > 0 && (
        <p class="quiet note">{`${formatCount(leftOut)} more values are not shown. To get all of them, use the API.`}</p>
      )}
    </>
  )
}

/** Returns a leaf as the catalog reads it, or by the ending of its name, or as filed. */
export function readLeaf({ name, path, text }: FiledLeaf): {
  value: FactValue
  unit?: string | undefined
} {
  const filed = text.trim()
  const subject = path === undefined ? undefined : leafSubject(path)
  if (filed === '') return { value: filed, unit: subject?.unit }
  if (subject) return { value: readAs(subject.kind, filed), unit: subject.unit }
  const share = SHARE.test(name) ? parseDecimal(filed) : undefined
  if (share !== undefined && share >= 0 && share <= 1) return { value: share, unit: 'ratio' }
  const unit = /Amt$/.test(name) ? 'USD' : /Cnt$/.test(name) ? 'count' : undefined
  const number = unit && parseWhole(filed)
  return number === undefined ? { value: filed } : { value: number, unit }
}

// Elements called percent hold shares of 1, except terms in years. Percents of the poverty
// guidelines are above 1.
const SHARE = /^(?!TermOf(GIC|Hedge)).*Pct$/
