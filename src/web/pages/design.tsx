import type { FastifyInstance } from 'fastify'
import { LineChart } from '../charts/line-chart.tsx'
import { Chip } from '../components/chips.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import { numeric, Table } from '../components/table.tsx'
import { addPage, STATIC_TERMS } from '../render.ts'
import { designTexts as texts } from '../texts/design.tsx'
import { layoutTexts } from '../texts/layout.tsx'

/** Adds `GET /about/design`: the parts that the pages are made of, for people who add pages. */
export function addDesignPage(app: FastifyInstance, site: Site): void {
  addPage(app, '/about/design', async () => <DesignPage site={site} />, { terms: STATIC_TERMS })
}

const DesignPage = ({ site }: { site: Site }) => (
  <Layout
    site={site}
    head={{
      title: layoutTexts.pageTitle(texts.title),
      description: texts.description,
      canonicalPath: '/about/design',
    }}
  >
    <h1>{texts.title}</h1>
    <p class="lead">{texts.lead}</p>
    <h2>{texts.type}</h2>
    <p>{texts.typeLead}</p>
    <ul class="plain-list">
      {texts.sizes.map(([size, use]) => (
        <li key={size} class={size.slice(2)}>
          {use} <code>{size}</code>
        </li>
      ))}
    </ul>
    <h2>{texts.colors}</h2>
    <p>{texts.colorsLead}</p>
    <ul class="swatches">
      {texts.roles.map(([role, use]) => (
        <li key={role}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" fill={`var(--${role})`} />
          </svg>
          {use} <code>--{role}</code>
        </li>
      ))}
    </ul>
    <h2>{texts.spacing}</h2>
    <p>{texts.spacingLead}</p>
    <h2>{texts.components}</h2>
    <h3>{texts.figure}</h3>
    <p>
      {texts.figureText}{' '}
      <a class="figure" href="/about">
        {texts.figureLink}
      </a>
    </p>
    <p>
      {texts.unknown} <span class="unknown">not reported</span>
    </p>
    <h3>{texts.badge}</h3>
    <p>{texts.badgeText}</p>
    <ul class="chips">
      {texts.badges.map(([tone, words]) => (
        <li key={tone}>
          <Chip tone={tone}>{words}</Chip>
        </li>
      ))}
    </ul>
    <h3>{texts.notice}</h3>
    <p class="notice">{texts.noticeText}</p>
    <h3>{texts.card}</h3>
    <div class="card">
      <p>{texts.cardText}</p>
    </div>
    <h3>{texts.tabs}</h3>
    <p>{texts.tabsText}</p>
    <h3>{texts.table}</h3>
    <p>{texts.tableText}</p>
    <Table name={texts.table} class="data-table" heads={['Tax year', numeric('Revenue')]}>
      {SAMPLE.map(({ year, value }) => (
        <tr key={year}>
          <th scope="row">{year}</th>
          <td class="number">${value}</td>
        </tr>
      ))}
    </Table>
    <h3>{texts.chart}</h3>
    <p>{texts.chartText}</p>
    <LineChart title={texts.chart} unit="USD" series={[{ name: 'Revenue', points: SAMPLE }]} />
  </Layout>
)

/** Figures of no organization. */
const SAMPLE = [
  { year: 1, value: 300 },
  { year: 2, value: 500 },
  { year: 3, value: 400 },
]
