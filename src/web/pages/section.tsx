import { z } from 'zod'
import { oneOf, opaque, pathEin, taxYear } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { FORMS } from '#src/domain/form.ts'
import { releaseTime } from '#src/domain/release.ts'
import { type Recipients, readRecipients } from '#src/network/recipients.ts'
import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { OperatingModel } from '#src/organizations/figures/operating-model.ts'
import { type OpenedSection, openSection } from '#src/organizations/sections/read-section.ts'
import type { SectionSummary } from '#src/organizations/sections/section.ts'
import type { Section } from '#src/organizations/sections/section-data.ts'
import { ChecksData } from '../components/checks.tsx'
import { Chips } from '../components/chips.tsx'
import { Citations, Short } from '../components/figure.tsx'
import {
  FilingSwitch,
  lagOf,
  marksOf,
  nameFiling,
  OriginalLinks,
  Period,
} from '../components/filing.tsx'
import { formatValue } from '../components/formats.ts'
import { Layout, useSite } from '../components/layout.tsx'
import { FlowData } from '../components/money-flow.tsx'
import { Pager, Trail } from '../components/navigation.tsx'
import { RatingData } from '../components/rating.tsx'
import { RelatedData, RowsSection, SchedulesData } from '../components/section-data.tsx'
import { organizationPath, sectionPath } from '../links.ts'
import { addPage, type Pages } from '../render.ts'

/** Fifty of the widest rows stay far below the size that a phone loads in a second. */
const ROWS_PER_PAGE = 50

const query = z.object({
  Form: oneOf(FORMS, 'Form to show.').optional(),
  Year: taxYear('Tax year to show.'),
  Cursor: opaque('The next page of the same section.'),
})
type Query = z.infer<typeof query>

/** Adds `GET /charity/{ein}/sections/{Id}`: a section of a filing with all its rows. */
export function addSectionPage(pages: Pages): void {
  const { deps } = pages
  addPage(
    pages,
    '/charity/:ein/sections/:Id',
    async ({ params: { ein, Id: id }, query: asked }, reply) => {
      const opened = await openSection(deps, ein, {
        section: id,
        form: asked.Form,
        year: asked.Year,
        cursor: asked.Cursor,
        limit: ROWS_PER_PAGE,
      })
      if (opened.missing) reply.status(opened.missing.status)
      const { filing, section } = opened
      const rows = section?.data.kind === 'rows' ? section.data.rows : []
      const recipients = await readRecipients(deps, filing, rows)
      return <SectionPage {...{ opened, recipients, id, asked }} />
    },
    { params: z.object({ ein: pathEin(), Id: z.string() }), querystring: query },
  )
}

type Props = {
  opened: OpenedSection
  recipients: Recipients
  id: string
  asked: Query
}

const SectionPage = ({ opened, recipients, id, asked }: Props) => {
  const { organization, filing, section } = opened
  const { ein } = organization
  const name = displayName(organization.name)
  const title = section?.summary.title ?? 'Section not found'
  const pathOf = (selection: Query) => sectionPath(ein, id, selection)
  const path = pathOf({ Form: filing.form, Year: filing.taxYear })
  return (
    <Layout
      title={title}
      of={`${name}, ${nameFiling(filing)}`}
      description={section && `${name}: ${section.summary.summary}`}
      path={section && path}
      isListed={section !== undefined && asked.Cursor === undefined}
      releasedAt={releaseTime(organization.release)}
      lag={lagOf(filing)}
    >
      <Trail organization={organization} here={title} />
      <div class="with-nav">
        <SectionNav opened={opened} asked={asked} />
        <div class="section-body">
          {section ? (
            <>
              <SectionHead {...{ opened, path }} summary={section.summary} />
              <FilingSwitch
                {...{ organization, filing }}
                pathOf={({ form, year }) => pathOf({ Form: form, Year: year })}
              />
              <Content ein={ein} section={section} recipients={recipients} />
              <Pager
                pathOf={(cursor) => pathOf({ Form: asked.Form, Year: asked.Year, Cursor: cursor })}
                cursor={asked.Cursor}
                next={section.nextCursor}
              />
            </>
          ) : (
            <NoSection opened={opened} />
          )}
        </div>
      </div>
    </Layout>
  )
}

type ContentProps = { ein: string; section: Section; recipients: Recipients }

const Content = ({ ein, section: { data, evidence, index }, recipients }: ContentProps) => {
  switch (data.kind) {
    case 'rows':
      return <RowsSection ein={ein} data={data} recipients={recipients} />
    case 'schedules':
      return <SchedulesData ein={ein} data={data} index={index} />
    case 'flow':
      return <FlowData ein={ein} flow={data.flow} years={data.years} />
    case 'related':
      return <RelatedData ein={ein} relationships={data.relationships} />
    case 'model':
      return <ModelData ein={ein} model={data.model} evidence={evidence} />
    case 'rating':
      return <RatingData ein={ein} rating={data.rating} />
    case 'checks':
      return <ChecksData ein={ein} checks={data.checks} evidence={evidence} />
    case 'target':
      // The evidence page shows the target of a Ref.
      return null
  }
}

type ModelProps = { ein: string; model: OperatingModel; evidence: readonly EvidenceRef[] }

/** Where money comes from and how it is spent, in words, with their evidence. */
const ModelData = ({ ein, model: { resource, delivery, modifiers }, evidence }: ModelProps) => (
  <>
    {[
      { title: 'Where the money comes from', ...resource },
      { title: 'How the money is spent', ...delivery },
    ].map(({ title, label, summary, primaryShare, refs }) => (
      <section key={title}>
        <h2>{title}</h2>
        <p class="lead">
          <strong>{label}</strong>
          {primaryShare !== undefined && ` · ${formatValue(primaryShare, 'ratio')}`}
        </p>
        <p>{summary}</p>
        <Citations ein={ein} refs={refs} evidence={evidence} />
      </section>
    ))}
    {modifiers.length > 0 && (
      <section>
        <h2>Other facts</h2>
        {modifiers.map(({ key, label, summary, refs }) => (
          <article key={key} class="finding">
            <h3>{label}</h3>
            <p>{summary}</p>
            <Citations ein={ein} refs={refs} evidence={evidence} />
          </article>
        ))}
      </section>
    )}
  </>
)

type HeadProps = Pick<Props, 'opened'> & { path: string; summary: SectionSummary }

/** What a section contains, in which filing, and its status. */
const SectionHead = ({ opened: { organization, filing }, path, summary }: HeadProps) => {
  const { title, summary: sentence, sourceTags, status, kind } = summary
  return (
    <header>
      <h1>{title}</h1>
      <p>{sentence}</p>
      <Chips texts={[kind === 'Band' ? 'Derived from the filing' : 'As filed', ...sourceTags]}>
        {status && (
          <li class={`chip tone-${status.tone.toLowerCase()}`}>
            {status.label}
            {status.score !== undefined && (
              <>
                {' '}
                · <Short value={status.score} unit="score" />
              </>
            )}
          </li>
        )}
      </Chips>
      <p class="quiet">
        {nameFiling(filing)}, <Period filing={filing} />
        {marksOf(filing).map((mark) => `, ${mark.toLowerCase()}`)}
        <span class="on-screen">
          . Each value links to its source. <OriginalLinks {...{ filing }} ein={organization.ein} />
        </span>
        {/* Readers of a printed section can find it again. */}
        <span class="on-paper">{`. Each value links to its source at ${useSite().origin()}${path}`}</span>
      </p>
    </header>
  )
}

/** States that a filing has no section with that name, and lists its sections. */
const NoSection = ({ opened }: Pick<Props, 'opened'>) => {
  const { filing, sections, missing } = opened
  const { ein } = opened.organization
  const selection = { Form: filing.form, Year: filing.taxYear }
  return (
    <>
      <h1>Not found</h1>
      <p>{missing?.message}</p>
      <h2>{`Sections of ${nameFiling(filing)}`}</h2>
      <ul>
        {sections.map(({ id, title, summary }) => (
          <li key={id}>
            <a href={sectionPath(ein, id, selection)}>{title}</a> {summary}
          </li>
        ))}
      </ul>
      <p>
        <a href={organizationPath(ein, { form: filing.form, year: filing.taxYear })}>
          The whole filing on one page
        </a>
      </p>
    </>
  )
}

/** The sections of a filing, with the open one marked. */
const SectionNav = ({ opened, asked: { Form, Year } }: Pick<Props, 'opened' | 'asked'>) => (
  <nav class="section-nav" aria-label="Sections of this filing">
    <ul>
      {opened.sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={sectionPath(opened.organization.ein, id, { Form, Year })}
            aria-current={id === opened.section?.summary.id ? 'page' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
