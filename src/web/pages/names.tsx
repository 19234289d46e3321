import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { pathEin } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import {
  type KnownName,
  type NamesThroughTime,
  readNames,
} from '#src/organizations/history/names.ts'
import { type DataColumn, DataTable } from '../components/data-table.tsx'
import { SourceLink } from '../components/figure.tsx'
import type { Site } from '../components/layout.tsx'
import { OrganizationPage } from '../components/organization/organization-page.tsx'
import { Name } from '../components/text.tsx'
import { addCsv } from '../csv.ts'
import { namesPath } from '../links.ts'
import { addPage, type WebDeps } from '../render.ts'
import { historyTexts } from '../texts/history.tsx'

const texts = historyTexts.names

const SCHEMAS = { params: z.object({ ein: pathEin() }) }

/** Adds `GET /charity/{ein}/names` and its CSV file. */
export function addNamesPages(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(
    app,
    '/charity/:ein/names',
    async ({ params: { ein } }) => <NamesPage site={site} found={await readNames(deps, ein)} />,
    SCHEMAS,
  )
  addCsv(
    app,
    '/charity/:ein/names.csv',
    async ({ params: { ein } }) => {
      const { names, slips } = await readNames(deps, ein)
      return { name: `names-${ein}`, columns: COLUMNS, rows: [...names, ...slips] }
    },
    SCHEMAS,
  )
}

const GROUPS = {
  own: ['Return', 'Postcard'],
  lists: ['BusinessMasterFile', 'Publication78', 'RevocationList'],
  funders: ['Funder'],
  awards: ['Award', 'Subaward'],
} as const satisfies Record<string, readonly KnownName['source'][]>

type Props = { site: Site; found: NamesThroughTime }

const NamesPage = ({ site, found }: Props) => {
  const { organization, names, slips, isCut } = found
  const { ein } = organization
  const name = displayName(organization.name)
  const groups = Object.entries(GROUPS) as [keyof typeof GROUPS, readonly KnownName['source'][]][]
  return (
    <OrganizationPage
      site={site}
      organization={organization}
      tab="overview"
      title={texts.title}
      description={texts.description(name)}
      path={namesPath(ein)}
    >
      <h2>{texts.title}</h2>
      <p>{texts.lead}</p>
      <p>
        <a class="button plain" href={`${namesPath(ein)}.csv`} rel="nofollow" download>
          {texts.csv}
        </a>
      </p>
      {isCut && <p class="notice">{texts.cut}</p>}
      {groups.map(([group, sources]) => (
        <Group
          key={group}
          group={group}
          rows={names.filter(({ source }) => sources.includes(source))}
        />
      ))}
      <Group group="slips" rows={slips} />
    </OrganizationPage>
  )
}

type GroupProps = { group: keyof typeof texts.groups; rows: readonly KnownName[] }

const Group = ({ group, rows }: GroupProps) =>
  rows.length === 0 ? null : (
    <section>
      <h3>{texts.groups[group]}</h3>
      <p>{texts.leads[group]}</p>
      <DataTable
        name={texts.groups[group]}
        columns={COLUMNS}
        rows={rows}
        keyOf={({ name, source, role, slip, filedEin }) =>
          [name, source, role, slip, filedEin].join(' ')
        }
      />
    </section>
  )

const COLUMNS: DataColumn<KnownName>[] = [
  {
    key: 'name',
    label: texts.heads.name,
    cell: ({ name }) => <Name>{name}</Name>,
    csv: ({ name }) => name,
  },
  {
    key: 'source',
    label: texts.heads.source,
    cell: ({ source, role, funders }) => (
      <>
        {texts.sources[source]}
        {texts.roles[role] && `, ${texts.roles[role]}`}
        {funders !== undefined && ` ${texts.funders(funders)}`}
      </>
    ),
    csv: ({ source }) => source,
  },
  { key: 'role', label: '', csv: ({ role }) => role },
  { key: 'first', label: texts.heads.first, cell: ({ first }) => first, csv: ({ first }) => first },
  { key: 'last', label: texts.heads.last, cell: ({ last }) => last, csv: ({ last }) => last },
  {
    key: 'count',
    label: texts.heads.count,
    isNumeric: true,
    cell: ({ count }) => count?.toLocaleString('en-US'),
    csv: ({ count }) => count,
  },
  { key: 'funders', label: '', csv: ({ funders }) => funders },
  {
    key: 'confidence',
    label: texts.heads.sure,
    cell: howSure,
    csv: ({ confidence }) => confidence?.least,
  },
  { key: 'mappingConfidence', label: '', csv: ({ score }) => score },
  { key: 'slip', label: '', csv: ({ slip }) => slip },
  { key: 'filedEin', label: '', csv: ({ filedEin }) => filedEin },
  {
    key: 'ref',
    label: texts.heads.example,
    cell: ({ name, ref, refEin }) => (
      <SourceLink ein={refEin} label={name} ref_={ref} words={texts.newest} />
    ),
    csv: ({ ref }) => ref,
  },
]

function howSure({ source, slip, filedEin, confidence, score }: KnownName): string | undefined {
  if (slip === 'OtherEin') return texts.slips.OtherEin(filedEin ? formatEin(filedEin) : '')
  if (slip !== undefined) return texts.slips[slip]
  if (score !== undefined) return texts.score(score)
  if (source !== 'Funder') return texts.sure
  if (confidence === undefined) return undefined
  const [least, most] = [texts.confidences[confidence.least], texts.confidences[confidence.most]]
  return least === most ? least : texts.range(least, most)
}
