import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { einOf, queryText } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { findAcross, type PeopleAcross } from '#src/search/people/find-across.ts'
import { DataTable } from '../components/data-table.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import {
  acrossColumns,
  coListedColumns,
  toAcrossRows,
  totalColumns,
} from '../components/people-across.tsx'
import { WithPrintedSources } from '../components/printed-sources.tsx'
import { DisplayName } from '../components/text.tsx'
import { addCsv } from '../csv.ts'
import { organizationPath, peopleAcrossPath, peopleSearchPath, withQuery } from '../links.ts'
import { fromForm } from '../list-query.ts'
import { addPage, type WebDeps } from '../render.ts'
import { layoutTexts } from '../texts/layout.tsx'
import { peopleAcrossTexts as texts } from '../texts/people-across.tsx'
import { tableTexts } from '../texts/table.tsx'

const querystring = fromForm({
  Name: queryText('Name of the person.', 'is required'),
  EIN: einOf('EIN of the organization whose entry is chosen.').optional(),
})
type Asked = z.output<typeof querystring>

/** Adds `GET /people/across` and its CSV file: what returns list under a name. */
export function addPeopleAcrossPages(app: FastifyInstance, deps: WebDeps, site: Site): void {
  const read = ({ Name: name, EIN: ein }: Asked) => findAcross(deps, { name, ein })
  addPage(
    app,
    '/people/across',
    async ({ query }) => (
      <AcrossPage site={site} origin={site.origin()} asked={query} found={await read(query)} />
    ),
    { querystring },
  )
  addCsv(
    app,
    '/people/across.csv',
    async ({ query }) => ({
      name: 'person-at-organizations',
      columns: acrossColumns(query.Name),
      rows: toAcrossRows((await read(query)).entries),
    }),
    { params: z.unknown(), querystring },
  )
}

type Props = { site: Site; origin: string; asked: Asked; found: PeopleAcross }

const AcrossPage = ({ site, origin, asked, found }: Props) => {
  const [chosen] = found.entries
  const name = displayName(chosen?.display.name ?? asked.Name)
  return (
    <Layout
      site={site}
      head={{
        title: layoutTexts.pageTitle(texts.title(name)),
        description: texts.description(name),
        canonicalPath: peopleAcrossPath({ Name: asked.Name, EIN: asked.EIN }),
        isListed: false,
      }}
    >
      <p>
        <a href={peopleSearchPath({ Name: asked.Name })}>{texts.search}</a>
      </p>
      <h1>{texts.title(name)}</h1>
      {chosen === undefined ? (
        <p>{texts.none}</p>
      ) : (
        <WithPrintedSources origin={origin}>
          <p>
            {texts.lead(found.found)}{' '}
            {texts.compared(
              <DisplayName name={chosen.display.name} />,
              <a href={organizationPath(chosen.ein)}>
                <DisplayName name={chosen.display.organization} />
              </a>,
            )}
          </p>
          <Found asked={asked} found={found} />
        </WithPrintedSources>
      )}
    </Layout>
  )
}

const Found = ({ asked, found }: Pick<Props, 'asked' | 'found'>) => {
  const organizations = new Map(
    found.entries.map(({ ein, display }) => [ein, display.organization]),
  )
  return (
    <>
      <h2>{texts.totals}</h2>
      <DataTable
        name={texts.totals}
        columns={totalColumns(organizations)}
        rows={found.totals}
        keyOf={({ taxYear }) => String(taxYear)}
      />
      <p class="quiet">{texts.totalsNote}</p>
      <h2>{texts.entries}</h2>
      <p>
        <a
          class="button plain"
          href={withQuery('/people/across.csv', { Name: asked.Name, EIN: asked.EIN })}
          rel="nofollow"
          download
        >
          {tableTexts.csv}
        </a>
      </p>
      <DataTable
        name={texts.entries}
        columns={acrossColumns(asked.Name)}
        rows={toAcrossRows(found.entries)}
        keyOf={({ entry, year }) => `${entry.ein} ${entry.display.ref} ${year.taxYear}`}
      />
      {found.others > 0 && <p class="quiet">{texts.others(found.others)}</p>}
      {found.isTruncated && <p class="quiet">{texts.truncated}</p>}
      {found.coListed.length > 0 && (
        <>
          <h2>{texts.coListed}</h2>
          <DataTable
            name={texts.coListed}
            columns={coListedColumns(organizations)}
            rows={found.coListed}
            keyOf={({ name }) => name}
          />
          <p class="quiet">{texts.coListedNote}</p>
        </>
      )}
    </>
  )
}
