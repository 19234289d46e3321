import type { FastifyInstance } from 'fastify'
import { MAX_EINS } from '#src/api/shared/parameters.ts'
import { formatDay, todayInUtc } from '#src/domain/days.ts'
import { MAX_COMPARED } from '#src/organizations/compare/compare.ts'
import { type ReportEntry, readReport } from '#src/organizations/diligence/report.ts'
import { readReleaseTime } from '#src/organizations/open-profile.ts'
import { comparePath } from '../components/compare/address.ts'
import { DataTable } from '../components/data-table.tsx'
import { ReportBlock, reportColumns } from '../components/diligence.tsx'
import { type ReportAddress, readReportAddress } from '../components/diligence-address.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { addCsv } from '../csv.ts'
import { diligencePath } from '../links.ts'
import { addPage, PAGE_TERMS, type WebDeps } from '../render.ts'
import { pageTitle } from '../words.ts'

/** Adds `GET /diligence` and `/diligence.csv`: a report on up to 25 organizations, for printing. */
export function addDiligencePages(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(
    app,
    '/diligence',
    async ({ query }, reply) => {
      const address = readReportAddress(query.EINs)
      const { eins, faults, isCanonical } = address
      // So that the address can be shared, and a pasted list does not stay in it.
      if (eins.length > 0 && faults.length === 0 && !isCanonical) {
        return reply.redirect(diligencePath(eins), 303)
      }
      if (eins.length === 0 && faults.length > 0) reply.code(422)
      const preparedOn = todayInUtc(deps)
      const [entries, releasedAt] =
        eins.length === 0
          ? [[], undefined]
          : await Promise.all([readReport(deps, eins, preparedOn), readReleaseTime(deps)])
      return (
        <ReportPage
          {...{ site, address, entries, preparedOn, releasedAt }}
          origin={site.origin()}
        />
      )
    },
    { terms: { ...PAGE_TERMS, isFree: isBlank } },
  )
  addCsv(
    app,
    '/diligence.csv',
    async ({ query }: { params: unknown; query: unknown }) => {
      const { eins } = readReportAddress(Object(query).EINs)
      const rows = eins.length === 0 ? [] : await readReport(deps, eins, todayInUtc(deps))
      return { name: 'diligence', columns: reportColumns, rows }
    },
    {},
  )
}

const isBlank = (query: unknown): boolean => readReportAddress(Object(query).EINs).eins.length === 0

type Props = {
  site: Site
  origin: string
  address: ReportAddress
  entries: readonly ReportEntry[]
  /** YYYY-MM-DD */
  preparedOn: string
  releasedAt: string | undefined
}

const TITLE = 'Diligence report'

const ReportPage = ({ site, origin, address, entries, preparedOn, releasedAt }: Props) => (
  <Layout
    site={site}
    head={{
      title: pageTitle(TITLE),
      description:
        'Check up to 25 nonprofits for recognition, deductibility, restriction lists, and reasons for review, on a dated page made for printing.',
      canonicalPath: diligencePath(address.eins),
      isListed: address.eins.length === 0,
    }}
    releasedAt={releasedAt}
  >
    <div class="diligence-report">
      <h1>{TITLE}</h1>
      {address.faults.length > 0 && (
        <ul class="notice" aria-label="Entries that are not in the report">
          {address.faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {entries.length > 0 && (
        <Report entries={entries} origin={origin} preparedOn={preparedOn} releasedAt={releasedAt} />
      )}
      <AskForm eins={address.eins} />
    </div>
  </Layout>
)

type ReportProps = Pick<Props, 'entries' | 'origin' | 'preparedOn' | 'releasedAt'>

const Report = ({ entries, origin, preparedOn, releasedAt }: ReportProps) => {
  const eins = entries.map(({ ein }) => ein)
  const firsts = entries.map((_, at) =>
    entries.slice(0, at).reduce((sum, { found }) => sum + (found?.sources.length ?? 0), 1),
  )
  return (
    <>
      <p>
        Prepared on {formatDay(preparedOn)}
        {releasedAt && ` from data released on ${formatDay(releasedAt.slice(0, 10))}`}. A report
        lists what the loaded sources say. It is not a recommendation. A name on a restriction list
        can be another person or organization, so a person must check each match.
      </p>
      <p class="actions">
        <a
          class="button plain"
          href={diligencePath(eins).replace('/diligence', '/diligence.csv')}
          rel="nofollow"
          download
        >
          Download CSV
        </a>{' '}
        <a href={comparePath({ eins: eins.slice(0, MAX_COMPARED) })}>Compare these organizations</a>{' '}
        <a href={`/api/v2/charity/diligence-summary?EINs=${eins.join(',')}&Report=true`}>
          This check as JSON
        </a>
      </p>
      <DataTable
        name="Organizations in this report"
        columns={reportColumns}
        rows={entries}
        keyOf={({ ein }) => ein}
      />
      <h2>Reasons and sources</h2>
      <p class="on-paper">{`The addresses of the sources begin with ${origin}.`}</p>
      <div class="report-blocks">
        {entries.map((entry, at) => (
          <ReportBlock key={entry.ein} entry={entry} firstSource={firsts[at] ?? 1} />
        ))}
      </div>
    </>
  )
}

const ROWS = 6

const AskForm = ({ eins }: { eins: readonly string[] }) => (
  <form action="/diligence">
    {eins.length > 0 ? <h2>Check other organizations</h2> : null}
    <p>{`Check up to ${MAX_EINS} organizations at once. Enter one EIN on each line, with or without the hyphen.`}</p>
    <div class="field">
      <label for="eins">EINs</label>
      <textarea id="eins" name="EINs" rows={ROWS}>
        {eins.join('\n')}
      </textarea>
    </div>
    <p>
      <button type="submit">Prepare the report</button>
    </p>
  </form>
)
