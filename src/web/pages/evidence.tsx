import { z } from 'zod'
import { pathEin } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { parseRef, refsOf } from '#src/domain/evidence.ts'
import { printedAt } from '#src/domain/facts/printed.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { leadershipTables, type TableKey } from '#src/domain/facts/tables/tables.ts'
import { formatCount } from '#src/domain/money.ts'
import { releaseTime } from '#src/domain/release.ts'
import { listInWords } from '#src/domain/words.ts'
import {
  type Citation,
  citeEvidence,
  labelOf,
  readableEvidencePath,
} from '#src/organizations/evidence/cite-evidence.ts'
import type { ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import {
  type EvidenceInput,
  type OpenedEvidence,
  readEvidence,
} from '#src/organizations/evidence/read-evidence.ts'
import { ownerOfRef } from '#src/organizations/evidence/resolve-evidence.ts'
import { hasFiling } from '#src/organizations/filings/select-filing.ts'
import { readPay } from '#src/organizations/people/people-by-year.ts'
import { lineOfRow } from '#src/organizations/sections/describe-tables.ts'
import { ApiError } from '#src/platform/errors.ts'
import { ElementLeaves, EvidenceFiling, EvidencePlace } from '../components/evidence.tsx'
import { EVIDENCE_KINDS, FactList } from '../components/figure.tsx'
import { lagOf } from '../components/filing.tsx'
import { digitsOfShare, formatExactly, formatValue } from '../components/formats.ts'
import { Layout, useSite } from '../components/layout.tsx'
import { Trail } from '../components/navigation.tsx'
import { toFacts } from '../components/rows/rows-table.tsx'
import { CodeBlock, column, numeric, Table } from '../components/table.tsx'
import { cutText } from '../components/text.tsx'
import { evidencePath, organizationPath, returnPath, withQuery } from '../links.ts'
import { addPage, type Pages } from '../render.ts'

const NO_REF =
  'This address does not contain a Ref. To open evidence, follow the link on a figure. The link ends with ?Ref= and the figure’s Ref.'

/** Adds `GET /charity/{ein}/evidence?Ref=` and `/evidence?Ref=`, which leads to the page of any Ref. */
export function addEvidencePages(pages: Pages): void {
  const { deps } = pages
  addPage(
    pages,
    '/charity/:ein/evidence',
    async ({ params: { ein }, query: { Ref: ref } }) => {
      if (!ref) throw new ApiError('InvalidEvidenceRef', { message: NO_REF })
      const opened = await readEvidence(deps, ein, ref).catch((error) => {
        if (!(error instanceof ApiError && error.code === 'EvidenceNotFound')) throw error
        const message = `This Ref does not belong to this organization, or its filing is not loaded. Look for the figure on ${organizationPath(ein)}.`
        throw new ApiError('EvidenceNotFound', { message })
      })
      return <EvidencePage opened={opened} />
    },
    {
      params: z.object({ ein: pathEin() }),
      querystring: z.object({ Ref: z.string().optional() }),
      // Other pages link here for the complete text.
      longest: Number.POSITIVE_INFINITY,
    },
  )
  addPage(
    pages,
    '/evidence',
    async ({ query: { Ref: ref } }, reply) => {
      if (!ref) throw new ApiError('InvalidEvidenceRef', { message: NO_REF })
      return reply.redirect(evidencePath(await ownerOfRef(deps, ref), ref))
    },
    { querystring: z.object({ Ref: z.string().optional() }) },
  )
}

type Props = { opened: OpenedEvidence }

const EvidencePage = ({ opened }: Props) => {
  const { organization, filer, target } = opened
  const title = titleOf(target)
  const { citation: line, ref } = target.evidence
  const url = useSite().origin() + readableEvidencePath(organization.ein, ref)
  const citation = citeEvidence({ filer, target, url, accessed: organization.today })
  return (
    <Layout
      title={title}
      of={displayName(organization.name)}
      description={line}
      isListed={false}
      releasedAt={releaseTime(organization.release)}
      lag={target.filing && lagOf(target.filing)}
    >
      <Trail organization={organization} here="Evidence" />
      <h1>{title}</h1>
      <EvidenceValue opened={opened} />
      <p class="citation">{line}.</p>
      <Actions opened={opened} />
      <Computation opened={opened} />
      <EvidencePlace opened={opened} />
      <EvidenceFiling opened={opened} />
      <CitationCard citation={citation} />
      <QuotedElement target={target} />
    </Layout>
  )
}

const titleOf = (target: ResolvedEvidence): string =>
  target.label || target.row || target.evidence.sourcePath
    ? cutText(labelOf(target))
    : EVIDENCE_KINDS[parseRef(target.evidence.ref)?.kind ?? 'filing'].title

/** Links from a value to its filing, and to the API operation. */
const Actions = ({ opened: { organization, filer, target } }: Props) => {
  const { filing, evidence } = target
  const actions: [words: string, href: string][] = []
  if (filing) {
    const path = pathOf(evidence.ref)
    const { part, number } = printedAt(path ?? '', filing.schemaVersion ?? undefined)
    const line = [part, number && `${part === 'Heading' ? 'item' : 'line'} ${number}`]
      .filter(Boolean)
      .join(', ')
    actions.push([
      path === undefined ? 'Open this filing' : `See ${line || 'it'} in the return`,
      returnPath(filer.ein, filing.objectId, path === undefined ? {} : { At: path, anchor: path }),
    ])
  }
  if (hasFiling(organization)) {
    // Every section resolves every Ref of the organization.
    const any = parseRef(evidence.ref)?.kind === 'derived' ? 'MoneyFlow' : 'Schedules'
    const path = `/api/v2/charity/${organization.ein}/sections/${any}`
    actions.push(['Get this evidence from the API', withQuery(path, { EvidenceRef: evidence.ref })])
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

/** The formula of a derived figure in words, and each input with its value. */
const Computation = ({ opened: { organization, target, inputs, inputCount } }: Props) => {
  const { formula } = target.evidence
  if (formula === undefined) return null
  return (
    <section>
      <h2>How it is calculated</h2>
      <p class="formula">{formula}</p>
      {inputs.length > 0 && (
        <Table<EvidenceInput>
          name="Inputs"
          caption={
            inputs.length < inputCount
              ? `The first ${inputs.length} of ${inputCount} inputs`
              : 'Calculated from'
          }
          isCaptioned
          rows={inputs}
          columns={[
            column('Input', ({ ref, found }) => (
              <a href={evidencePath(organization.ein, ref)}>{found ? titleOf(found) : ref}</a>
            )),
            column(
              'Source',
              ({ found }) =>
                found?.evidence.citation ?? <span class="unknown">no longer available</span>,
            ),
            numeric('Value', ({ found }) =>
              found ? shownIn(found) : <span class="unknown">not known</span>,
            ),
          ]}
        />
      )}
    </section>
  )
}

/** Enough to recognize a value; its own page shows all of it. */
const LONGEST = 80

function shownIn({ value, unit, row }: NonNullable<EvidenceInput['found']>): string {
  if (value !== undefined) return cutText(formatExactly(value, unit), LONGEST) || 'left blank'
  return row ? 'a row' : 'an element'
}

const TITLE = 'The element in the return'

/** The element of the return as XML, with the names of the elements that contain it. */
const QuotedElement = ({ target: { evidence, xml } }: { target: ResolvedEvidence }) => {
  if (xml === undefined || evidence.sourcePath === undefined) return null
  const above = evidence.sourcePath.split('/').slice(1, -1)
  const root = above[0] === 'ReturnHeader' ? ['Return'] : ['Return', 'ReturnData']
  return (
    <details>
      <summary>{TITLE}</summary>
      <p class="quiet">
        Inside <code>{[...root, ...above].join(' › ')}</code>
      </p>
      <CodeBlock name={TITLE} code={xml} />
    </details>
  )
}

/** A ready-made citation of a value. One click selects all of it. */
const CitationCard = ({ citation: { text } }: { citation: Citation }) => (
  <section class="card cite" aria-labelledby="cite">
    <h2 id="cite">Cite this</h2>
    <pre dir="auto">
      <code>{text}</code>
    </pre>
  </section>
)

/** Fits a phone in large letters. */
const LONGEST_LARGE = 60

/** Lists of grants whose two amounts are one grant, cash and noncash. */
const GRANT_TABLES: readonly TableKey[] = [
  'grantsToOrganizations',
  'grantsToIndividuals',
  'foreignGrants',
]

/** The target of a Ref: a value in large letters, a row cell by cell, or an element as filed. */
export const EvidenceValue = ({ opened: { filer, target } }: { opened: OpenedEvidence }) => {
  const { value, unit, meaning, row, element, filing, leftOut = [] } = target
  if (value !== undefined) {
    return (
      <>
        <LargeValue value={value} unit={unit} />
        {meaning && <p>{meaning}</p>}
      </>
    )
  }
  if (row && filing) {
    const line = lineOfRow(filing, row)
    const summed = [...leadershipTables(filing.form), ...GRANT_TABLES].find(
      (key) => key === row.table,
    )
    const pay = summed && readPay(filing, summed, row.row.cells)
    return (
      <section>
        <h2>All cells of this row</h2>
        {line && <p class="quiet">{line}</p>}
        <FactList ein={filer.ein} facts={toFacts(filing, row)} />
        {pay?.amount !== undefined && pay.parts.length > 1 && (
          <p>
            Total: <strong>{formatExactly(pay.amount, 'USD')}</strong>, the sum of{' '}
            {listInWords(pay.parts.map(({ line }) => line))}.
          </p>
        )}
      </section>
    )
  }
  if (element === undefined) return null
  return (
    <section>
      <h2>As filed</h2>
      <ElementLeaves
        ein={filer.ein}
        content={element}
        path={filing && pathOf(target.evidence.ref)}
        refOf={filing ? refsOf(filing) : String}
      />
      {leftOut.map((one) => (
        <p key={one.path} class="quiet note">
          Too long to show: <code>{one.path}</code>
          {one.rows !== undefined && `, ${formatCount(one.rows)} rows`}.
        </p>
      ))}
    </section>
  )
}

type ValueProps = { value: FactValue; unit?: string | undefined }

const LargeValue = ({ value, unit }: ValueProps) => {
  if (value === '') return <p class="large unknown">left blank</p>
  if (typeof value === 'string' && value.length > LONGEST_LARGE) {
    return (
      <blockquote class="filed" dir="auto">
        {value}
      </blockquote>
    )
  }
  // The digits of a share follow its percentage, because they are too long for a phone.
  const digits = digitsOfShare(value, unit)
  return (
    <p class="large" dir="auto">
      <data value={String(value)}>
        {digits === undefined ? (
          formatExactly(value, unit)
        ) : (
          <>
            {formatValue(value, unit)} <small>{`(${digits})`}</small>
          </>
        )}
      </data>
    </p>
  )
}

/** Returns the path of a Ref in a filing. */
function pathOf(ref: string): string | undefined {
  const evidence = parseRef(ref)
  return evidence?.kind === 'filing' ? evidence.path : undefined
}
