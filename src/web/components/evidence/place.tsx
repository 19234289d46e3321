import type { ComponentChildren } from 'preact'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { OpenedEvidence } from '#src/organizations/evidence/read-evidence.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { evidencePath, organizationPath } from '#src/web/links.ts'
import { marksOf, nameFiling, Period, Received, whyExcluded } from '../filing-words.tsx'
import { Name } from '../name.tsx'
import { publisherOf } from './words.ts'

/** Where it stands: form, year, XPath, and the Ref itself. */
export const EvidencePlace = ({ opened: { target } }: { opened: OpenedEvidence }) => {
  const { ref, collection, form, taxYear, sourcePath, sourceDocument } = target.evidence
  return (
    <section>
      <h2>Where it stands</h2>
      <dl class="facts place">
        <Entry label="Form">{form && FORM_NAMES[form]}</Entry>
        <Entry label="Tax year">{taxYear}</Entry>
        <Entry label={form ? 'XPath in the return' : 'Column'}>
          {sourcePath !== undefined && <code>{sourcePath}</code>}
        </Entry>
        <Entry label="Document">{sourceDocument}</Entry>
        <Entry label="Collection">{collection}</Entry>
        <Entry label="Ref">
          <code>{ref}</code>
        </Entry>
      </dl>
      <Publisher ref_={ref} />
    </section>
  )
}

type EntryProps = { label: string; children: ComponentChildren }

const Entry = ({ label, children }: EntryProps) =>
  children === undefined || children === false ? null : (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )

const Publisher = ({ ref_: ref }: { ref_: string }) => {
  const source = publisherOf(ref)
  if (!source) return null
  return (
    <p>
      Published by {source.publisher}:{' '}
      {source.url === undefined ? (
        source.title
      ) : (
        <a href={source.url} rel="noreferrer external">
          {source.title}
        </a>
      )}
      . It is published as a whole, and has no address for a single entry.
    </p>
  )
}

/** Of which filing it is, and whether that is still the current one. */
export const EvidenceFiling = ({ opened }: { opened: OpenedEvidence }) => {
  const { filer, target, successor } = opened
  const { filing } = target
  if (!filing) return null
  const marks = marksOf(filing)
  return (
    <section>
      <h2>The filing</h2>
      <dl class="facts place">
        <Entry label="Return">{nameFiling(filing)}</Entry>
        <Entry label="Filed by">
          <Name>{filer.name}</Name>
        </Entry>
        <Entry label="Period">
          <Period filing={filing} />
        </Entry>
        <Entry label="Received by the IRS">
          <Received filing={filing} />
        </Entry>
        <Entry label="State">
          {stateOf(filing)}
          {marks.length > 0 && `: ${marks.join(', ').toLowerCase()}`}
        </Entry>
        <Entry label="Object id">
          <code>{filing.objectId}</code>
        </Entry>
        <Entry label="Archive">{archiveOf(filing)}</Entry>
        <Entry label="Schema version">{filing.schemaVersion ?? undefined}</Entry>
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
      This filing was replaced by a later one for the same period, object id <code>{objectId}</code>
      : <a href={organizationPath(filer.ein, { form, year: taxYear })}>open that one</a>
      {ref.includes(':/') && (
        <>
          , or <a href={evidencePath(filer.ein, refIn(ref, successor))}>the same place in it</a>
        </>
      )}
      . A replaced filing opens by the Refs of its values alone.
    </p>
  )
}

const archiveOf = ({ sourceArchive, sourceMember }: FilingSummary): string =>
  sourceMember === null || sourceMember === sourceArchive
    ? sourceArchive
    : `${sourceMember} in ${sourceArchive}`

/** The Ref of the same place in another filing of the form. */
const refIn = (ref: string, { form, taxYear, objectId }: FilingSummary): string =>
  [form, taxYear, objectId, ref.slice(ref.indexOf(':/') + 1)].join(':')
