import type { ComponentChildren } from 'preact'
import { type Evidence, hasIrsId, parseRef } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { OpenedEvidence } from '#src/organizations/evidence/read-evidence.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { CATALOGUE } from '#src/provenance/catalogue.ts'
import type { SourceKey } from '#src/provenance/source.ts'
import { evidencePath, organizationPath } from '#src/web/links.ts'
import { marksOf, nameFiling, OriginalLinks, Period, Received, whyExcluded } from '../filing.tsx'
import type { Site } from '../layout.tsx'
import { DisplayName, Term } from '../text.tsx'

/** Form, year, XPath, document and Ref. */
export const EvidencePlace = ({ opened: { target } }: { opened: OpenedEvidence }) => {
  const { ref, collection, form, taxYear, sourcePath, sourceDocument } = target.evidence
  const source = publisherOf(ref)
  return (
    <section>
      <h2>Where to find it</h2>
      <dl class="facts place">
        <KnownTerm term="Form">{form && FORM_NAMES[form]}</KnownTerm>
        <KnownTerm term="Tax year">{taxYear}</KnownTerm>
        <KnownTerm term={form ? 'XPath in the return' : 'Column'}>
          {sourcePath !== undefined && <code>{sourcePath}</code>}
        </KnownTerm>
        <KnownTerm term="Document">{sourceDocument}</KnownTerm>
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

const SOURCES: Partial<Record<Evidence['kind'], SourceKey>> = {
  filing: 'EFile',
  bmf: 'BusinessMasterFile',
  pub78: 'Publication78',
  revocation: 'Revocations',
  award: 'Awards',
  subaward: 'Subawards',
  sdn: 'OFAC',
  sam: 'SAMExclusions',
}

/** Returns the published source of a Ref; undefined for derived figures and websites. */
function publisherOf(ref: string) {
  const evidence = parseRef(ref)
  if (!evidence) return undefined
  const isPostcard = evidence.kind === 'filing' && evidence.form === '990N'
  const key = isPostcard ? 'Postcards' : SOURCES[evidence.kind]
  return key && CATALOGUE[key]
}

/** The filing, and whether it is still the current one. */
export const EvidenceFiling = ({ site, opened }: { site: Site; opened: OpenedEvidence }) => {
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
            <OriginalLinks site={site} ein={filer.ein} filing={filing} />
          </Term>
        )}
        <KnownTerm term="Schema version">{filing.schemaVersion ?? undefined}</KnownTerm>
      </dl>
      {filing.exclusion !== null && <p class="notice">{whyExcluded(filing.exclusion)}</p>}
      {successor && filing.exclusion === null && (
        <Replaced filer={filer} evidence={target.evidence} successor={successor} />
      )}
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
