import type { ComponentProps } from 'preact'
import { formatEin } from '#src/domain/ein.ts'
import { formatCount } from '#src/domain/money.ts'
import type { MatchConfidence, MatchMethod } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Recipient, Recipients } from '#src/network/recipients.ts'
import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { OperatingModel } from '#src/organizations/figures/operating-model.ts'
import type { RelatedEvidence, Relationship } from '#src/organizations/relations/related.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import type { RowsData, Section, SectionText } from '#src/organizations/sections/section-data.ts'
import { organizationPath } from '#src/web/links.ts'
import { NO_NAME } from '../words.ts'
import { ActiveFilters, Chip, toTone } from './chips.tsx'
import { Citations, FactList, FiledText } from './figure.tsx'
import { nameFiling } from './filing.tsx'
import { Band } from './organization/band.tsx'
import { RowNumber, RowsTable, toFacts } from './rows/rows-table.tsx'
import { DisplayName, OrganizationLink } from './text.tsx'

type SectionProps = {
  ein: string
  section: Section
  recipients?: Recipients
  /** The link to all rows. */
  more?: ComponentProps<typeof Band>['more']
}

/** A section of a filing: what it contains, its status, and its data. */
export const SectionBand = ({ ein, section, recipients = new Map(), more }: SectionProps) => {
  const { id, title, summary, status, sourceTags } = section.summary
  return (
    <Band id={id} title={title} more={more}>
      <p>
        {summary}{' '}
        {sourceTags.length > 0 && <span class="quiet">{`From ${LIST.format(sourceTags)}.`}</span>}{' '}
        {status && <Chip tone={toTone(status.tone)}>{status.label}</Chip>}
      </p>
      <Content ein={ein} section={section} recipients={recipients} />
    </Band>
  )
}

const LIST = new Intl.ListFormat('en')

const Content = ({
  ein,
  section: { data, evidence },
  recipients,
}: Required<Pick<SectionProps, 'ein' | 'section' | 'recipients'>>) => {
  switch (data.kind) {
    case 'rows':
      return <RowsSection ein={ein} data={data} recipients={recipients} />
    case 'related':
      return <RelatedData ein={ein} relationships={data.relationships} />
    case 'model':
      return <ModelData ein={ein} model={data.model} evidence={evidence} />
    default:
      // Tabs have bands of their own for the rest.
      return null
  }
}

type ModelProps = { ein: string; model: OperatingModel; evidence: readonly EvidenceRef[] }

/** Where money comes from and how it is spent, in words, with their evidence. */
const ModelData = ({ ein, model: { resource, delivery, modifiers }, evidence }: ModelProps) => (
  <>
    {[resource, delivery, ...modifiers].map(({ key, label, summary, refs }) => (
      <section key={key}>
        <h3>{label}</h3>
        <p>{summary}</p>
        <Citations ein={ein} refs={refs} evidence={evidence} />
      </section>
    ))}
  </>
)

type RowsProps = { ein: string; data: RowsData; recipients: Recipients }

/** A section of facts, text, and rows, like most sections. */
const RowsSection = ({ ein, data, recipients }: RowsProps) => {
  const { facts, derived, mission, continued, tables, rows, filing } = data
  return (
    <>
      <Texts ein={ein} title="Mission" texts={mission} />
      {tables.map((table) => {
        const own = rows.filter((row) => row.table === table.key)
        if (own.length === 0) return null
        return (
          <section key={table.key}>
            <h3>
              {table.label} <span class="quiet">{table.line}</span>
            </h3>
            <RowsTable
              ein={ein}
              filing={filing}
              table={table}
              rows={own}
              isTitled
              noteOn={({ row }) => noteOn(recipients.get(row.path ?? ''))}
            />
            {own.length < table.rowCount && (
              <p class="quiet note">{`This page shows ${own.length} of ${formatCount(table.rowCount)} rows.`}</p>
            )}
          </section>
        )
      })}
      <Texts ein={ein} title="More about the programs" texts={continued} />
      {facts.length > 0 && (
        <section>
          <h3>{tables.length > 0 ? 'Totals and answers' : 'As filed'}</h3>
          <FactList ein={ein} facts={facts} />
        </section>
      )}
      {derived.length > 0 && (
        <section>
          <h3>Calculated figures</h3>
          <FactList ein={ein} facts={derived} />
        </section>
      )}
    </>
  )
}

type TextsProps = { ein: string; title: string; texts: readonly SectionText[] }

const Texts = ({ ein, title, texts: filed }: TextsProps) =>
  filed.length === 0 ? null : (
    <section>
      <h3>{title}</h3>
      {filed.map(({ value, ref }) => (
        <p key={ref}>
          <FiledText ein={ein} label={title} text={value} ref_={ref} />
        </p>
      ))}
    </section>
  )

/** A note on a row with a recipient; `null` if no organization or several match the name. */
const noteOn = (recipient: Recipient | null | undefined) =>
  recipient === null ? (
    <div class="row-note quiet">not matched to an organization in our data</div>
  ) : (
    recipient && <RecipientNote recipient={recipient} />
  )

const FOUND_BY: Record<MatchMethod, string> = {
  FiledEIN: 'matched by the filed EIN',
  RelatedEIN: 'matched by the EIN in Schedule R',
  NameCityState: 'matched by name and city',
  NameState: 'matched by name and state',
  Unresolved: 'not matched',
}

const CONFIDENCES: Record<MatchConfidence, string> = {
  Authoritative: 'authoritative',
  Strong: 'strong',
  Moderate: 'moderate: may be another organization with this name',
  Weak: 'weak: the name is different',
  None: 'none',
}

const UNLISTED: Partial<Record<MatchConfidence, string>> = {
  Moderate: 'moderate: several funders file it with this name; not in our data',
  Weak: 'weak: not in our data',
}

/**
 * The organization a row was resolved to, how, and with what confidence. Shows its EIN alone if the
 * row gives its name, and its place if the row gives another.
 */
export const RecipientNote = ({ recipient }: { recipient: Recipient }) => {
  const { ein, isNamedSo, otherPlace, matchMethod, matchConfidence } = recipient
  const confidence =
    (recipient.isUnlisted && UNLISTED[matchConfidence]) || CONFIDENCES[matchConfidence]
  // An organization without a known name is shown by its EIN.
  const name = recipient.name.replace(ein, formatEin)
  return (
    <div class="row-note">
      <a href={organizationPath(ein)}>
        {isNamedSo ? (
          <>
            <span class="ein">EIN {formatEin(ein)}</span>
            <span class="hidden">
              : <DisplayName name={name} />
            </span>
          </>
        ) : (
          <DisplayName name={name} />
        )}
      </a>{' '}
      <span class="quiet">
        {otherPlace && (
          <>
            in <DisplayName name={toLocation(otherPlace) ?? ''} />,{' '}
          </>
        )}
        {FOUND_BY[matchMethod]} ({confidence})
      </span>
    </div>
  )
}

type RelatedProps = { ein: string; relationships: readonly Relationship[] }

/** The section: related organizations, each with its rows of Schedule R. */
const RelatedData = ({ ein, relationships }: RelatedProps) => (
  <ol class="relationships">
    {relationships.map((relationship, at) => (
      <li key={at} class="card">
        <Relation ein={ein} relationship={relationship} />
      </li>
    ))}
  </ol>
)

const ROLES: Record<Relationship['roles'][number], string> = {
  Source: 'listed by this organization',
  Target: 'lists this organization',
}

const RELATED: Record<Relationship['confidences'][number], string> = {
  Authoritative: 'matched by EIN',
  Strong: 'matched by name',
}

const Relation = ({ ein, relationship }: { ein: string; relationship: Relationship }) => {
  const { organization, roles, type, confidences, evidence } = relationship
  const { ein: other, name, city, state, country } = organization
  const place = [city, state, country].filter(Boolean)
  const chips = [
    ...[type, ...roles.map((role) => ROLES[role])],
    ...confidences.map((confidence) => RELATED[confidence]),
  ].map((label) => ({ label, href: undefined }))
  return (
    <article>
      <h3>
        <OrganizationLink ein={other} name={name ?? NO_NAME} />
      </h3>
      <p class="quiet">
        {other ? `EIN ${formatEin(other)}` : 'EIN not reported'}
        {place.length > 0 && (
          <>
            {' '}
            · <DisplayName name={place.join(', ')} />
          </>
        )}
      </p>
      <ActiveFilters name="Kinds of relation" chips={chips} />
      {evidence.map((one, at) => (
        <Evidence key={at} isOwn={one.ein === ein} evidence={one} />
      ))}
    </article>
  )
}

// Refs of another organization's return open with that organization's EIN.
const Evidence = ({ isOwn, evidence }: { isOwn: boolean; evidence: RelatedEvidence }) => {
  const { ein, filing, table, row } = evidence
  const described = describeTable(filing, table, 1)
  return (
    <details open={isOwn}>
      <summary>
        {described.label},{' '}
        {isOwn ? nameFiling(filing) : `the other organization’s ${nameFiling(filing)}`}
      </summary>
      <p class="quiet">
        {described.line}, row{' '}
        <RowNumber ein={ein} filing={filing} table={described} shown={{ table, row }} />
      </p>
      <FactList ein={ein} facts={toFacts(filing, { table, row })} />
    </details>
  )
}
