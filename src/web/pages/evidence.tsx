import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { pathEin } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { releaseTime } from '#src/domain/release.ts'
import { citeEvidence, readableEvidencePath } from '#src/organizations/evidence/cite-evidence.ts'
import type { ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import { ownerOfRef } from '#src/organizations/evidence/open-ref.ts'
import {
  type EvidenceInput,
  type OpenedEvidence,
  readEvidence,
} from '#src/organizations/evidence/read-evidence.ts'
import { hasFiling } from '#src/organizations/filings/select-filing.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { SECTIONS } from '#src/organizations/sections/definitions.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import { sectionOfRef } from '#src/organizations/sections/find-section.ts'
import { ApiError } from '#src/platform/errors.ts'
import { CitationCard } from '../components/evidence/citation.tsx'
import { spellName } from '../components/evidence/element-tree.tsx'
import { EvidenceFiling, EvidencePlace } from '../components/evidence/place.tsx'
import { QuotedElement } from '../components/evidence/quote.tsx'
import { EvidenceValue } from '../components/evidence/value.tsx'
import { lagOf, wholeOf } from '../components/filing.tsx'
import { formatExactly, lowerFirst } from '../components/formats.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { Trail } from '../components/navigation.tsx'
import { numeric, Table } from '../components/table.tsx'
import { cutText } from '../components/text.tsx'
import { evidencePath, organizationPath, sectionPath, withQuery } from '../links.ts'
import { addPage, type WebDeps } from '../render.ts'
import { evidenceTexts } from '../texts/evidence.tsx'

const texts = evidenceTexts.page

/** Adds `GET /charity/{ein}/evidence?Ref=`: the target of a Ref, and where it was filed. */
export function addEvidencePage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(
    app,
    '/charity/:ein/evidence',
    async ({ params: { ein }, query: { Ref: ref } }) => {
      if (!ref) throw new ApiError('InvalidEvidenceRef', { message: texts.noRef })
      const opened = await readEvidence(deps, ein, ref).catch((error) => {
        throw isUnknown(error) ? unknownRef(ein) : error
      })
      return <EvidencePage site={site} opened={opened} />
    },
    {
      params: z.object({ ein: pathEin() }),
      querystring: z.object({ Ref: z.string().optional() }),
      // Other pages link here for the complete text.
      longest: Number.POSITIVE_INFINITY,
    },
  )
}

/** Adds `GET /evidence?Ref=`, which leads to the page of any Ref. */
export function addEvidenceRedirect(app: FastifyInstance, deps: WebDeps): void {
  addPage(
    app,
    '/evidence',
    async ({ query: { Ref: ref } }, reply) => {
      if (!ref) throw new ApiError('InvalidEvidenceRef', { message: texts.noRef })
      return reply.redirect(evidencePath(await ownerOfRef(deps, ref), ref))
    },
    { querystring: z.object({ Ref: z.string().optional() }) },
  )
}

const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'EvidenceNotFound'

const unknownRef = (ein: string): ApiError =>
  new ApiError('EvidenceNotFound', {
    message: texts.unknownRef(organizationPath(ein)),
  })

type Props = { opened: OpenedEvidence }

const EvidencePage = ({ site, opened }: Props & { site: Site }) => {
  const { organization, filer, target } = opened
  const title = titleOf(target)
  const { citation: line, ref } = target.evidence
  const url = site.origin() + readableEvidencePath(organization.ein, ref)
  const citation = citeEvidence({ filer, target, url, accessed: organization.today })
  return (
    <Layout
      site={site}
      head={{
        title: `${title} · ${displayName(organization.name)}`,
        description: line,
        isListed: false,
      }}
      releasedAt={releaseTime(organization.release)}
      lag={target.filing && lagOf(target.filing)}
    >
      <Trail organization={organization} here={texts.title} />
      <h1>{title}</h1>
      <EvidenceValue opened={opened} />
      <p class="citation">{line}.</p>
      <Actions opened={opened} />
      <Computation opened={opened} />
      <QuotedElement target={target} />
      <CitationCard citation={citation} />
      <EvidencePlace opened={opened} />
      <EvidenceFiling site={site} opened={opened} />
    </Layout>
  )
}

/** Returns the label of a figure, the row of a table, or the last element of the path, as a heading. */
function titleOf({ evidence, label, row }: ResolvedEvidence): string {
  if (label) return label
  if (row) {
    const table = describeTable({ schemaVersion: null }, row.table, 1)
    return row.row.label ? cutText(row.row.label) : texts.row(row.place, lowerFirst(table.label))
  }
  const derived = / derived: (.*)$/.exec(evidence.citation)?.[1]
  const last = evidence.sourcePath?.split('/').at(-1)
  return derived ?? (last ? spellName(last) : texts.kinds[parseRef(evidence.ref)?.kind ?? 'filing'])
}

/** Links from a value to its filing, its section, and the API operation. */
const Actions = ({ opened: { organization, filer, target } }: Props) => {
  const { filing, evidence } = target
  const section = filing && sectionOfRef(evidence.ref, filing.form)
  const whole = filing && wholeOf(filing)
  const isOpen = filing && opensByYear(filer, filing)
  const actions: [words: string, href: string][] = []
  if (isOpen) {
    const { form, taxYear: year } = filing
    actions.push([texts.open, organizationPath(filer.ein, { form, year })])
    if (section) {
      actions.push([
        texts.section(SECTIONS[section].title),
        sectionPath(filer.ein, section, { Form: form, Year: year }),
      ])
    }
  } else if (whole && whole !== evidence.ref) {
    actions.push([texts.open, evidencePath(filer.ein, whole)])
  }
  if (hasFiling(organization)) {
    // Every section resolves every Ref of the organization.
    const any = parseRef(evidence.ref)?.kind === 'derived' ? 'MoneyFlow' : 'Schedules'
    const path = `/api/v2/charity/${organization.ein}/sections/${section ?? any}`
    actions.push([texts.api, withQuery(path, { EvidenceRef: evidence.ref })])
  }
  return (
    <ul class="row actions">
      {actions.map(([words, href]) => (
        <li key={words}>
          <a class="button plain" href={href}>
            {words}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Whether form and tax year open a filing; a superseded filing opens only by its Refs. */
function opensByYear({ filings }: Pick<Organization, 'filings'>, filing: FilingSummary): boolean {
  const first = filings.find(
    (one) => one.isCurrent && one.form === filing.form && one.taxYear === filing.taxYear,
  )
  return first?.objectId === filing.objectId
}

/** The formula of a derived figure in words, and each input with its value. */
const Computation = ({ opened: { organization, target, inputs, inputCount } }: Props) => {
  const { formula } = target.evidence
  if (formula === undefined) return null
  return (
    <section>
      <h2>{texts.formula}</h2>
      <p class="formula">{formula}</p>
      {inputs.length > 0 && (
        <Table
          name="Inputs"
          caption={texts.inputs(inputs.length, inputCount)}
          isCaptioned
          heads={['Input', 'Source', numeric('Value')]}
        >
          {inputs.map((input) => (
            <Input key={input.ref} ein={organization.ein} input={input} />
          ))}
        </Table>
      )}
    </section>
  )
}

/** Enough to recognize a value; its own page shows all of it. */
const LONGEST = 80

const Input = ({ ein, input: { ref, found } }: { ein: string; input: EvidenceInput }) => (
  <tr>
    <th scope="row">
      <a href={evidencePath(ein, ref)}>{found ? titleOf(found) : ref}</a>
    </th>
    <td>{found?.evidence.citation ?? <span class="unknown">{texts.notLoaded}</span>}</td>
    <td class="number">{found ? shownIn(found) : <span class="unknown">{texts.notKnown}</span>}</td>
  </tr>
)

function shownIn({ value, unit, row }: NonNullable<EvidenceInput['found']>): string {
  if (value !== undefined) return cutText(formatExactly(value, unit), LONGEST) || 'left blank'
  return row ? texts.aRow : texts.anElement
}
