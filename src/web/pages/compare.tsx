import type { FastifyPluginAsync } from 'fastify'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import {
  type ComparedOrganization,
  type Comparison,
  compareOrganizations,
  isCompared,
} from '#src/organizations/compare/compare.ts'
import { todayInUtc } from '#src/organizations/diligence/diligence.ts'
import { readReleaseTime } from '#src/organizations/open-profile.ts'
import { toLabel } from '../charts/labels.ts'
import {
  type CompareAddress,
  comparePath,
  isComparable,
  type ReadCompare,
  readCompare,
} from '../compare/address.ts'
import { type OpenName, resolveNames } from '../compare/resolve-names.ts'
import { CompareAsk } from '../components/compare/ask.tsx'
import { CompareCautions } from '../components/compare/cautions.tsx'
import { CompareRevenue } from '../components/compare/revenue.tsx'
import { CompareTable } from '../components/compare/table.tsx'
import { CompareYears } from '../components/compare/years.tsx'
import { formatDay } from '../components/days.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { WithPrintedSources } from '../components/printed-sources.tsx'
import type { WebDeps } from '../deps.ts'
import { sendPage } from '../render.ts'

/** `GET /compare`: organizations side by side, or the form to say which. */
export const comparePages =
  (deps: WebDeps, site: Site): FastifyPluginAsync =>
  async (app) => {
    app.get('/compare', {
      config: { terms: { access: 'open', costs: 'Data', slot: 'shared' } },
      schema: { hide: true },
      handler: async (request, reply) => {
        const query = request.query as Record<string, unknown>
        const read = readCompare(query)
        const isNamed = [query.Name].flat().some((name) => name !== undefined && name !== '')
        const { eins, open } = await resolveNames(deps, read.address.names)
        const address = {
          ...read.address,
          eins: [...new Set([...read.address.eins, ...eins])],
          names: open.map(({ name }) => name),
        }
        const isFound = address.eins.length > 0 && open.length + read.faults.length === 0
        // Whom a field named becomes part of the address, which can be shared as it stands.
        if (isNamed && isFound) {
          return reply.redirect(comparePath(address), 303)
        }
        const page = await readPage(deps, address)
        return sendPage(
          reply,
          <ComparePage
            {...{ site, address, open, ...page }}
            origin={site.origin()}
            faults={read.faults}
          />,
        )
      },
    })
  }

type Read = { comparison?: Comparison; releasedAt?: string | undefined }

async function readPage(deps: WebDeps, address: CompareAddress): Promise<Read> {
  const { eins, form, year } = address
  const [comparison, releasedAt] = await Promise.all([
    eins.length > 0 ? compareOrganizations(deps, eins, { form, year }, todayInUtc()) : undefined,
    readReleaseTime(deps),
  ])
  return { ...(comparison && { comparison }), releasedAt: comparison?.compiledAt ?? releasedAt }
}

type Props = {
  site: Site
  origin: string
  address: CompareAddress
  open: OpenName[]
  faults: ReadCompare['faults']
} & Read

const ComparePage = ({ site, origin, address, open, faults, comparison, releasedAt }: Props) => {
  const organizations = comparison?.organizations ?? []
  const compared = organizations.filter(isCompared)
  return (
    <Layout
      site={site}
      head={{
        title: titleOf(compared),
        description:
          'Two to five nonprofits side by side: the same figures from their public filings, each linked to the line it was filed on.',
        canonicalPath: comparePath(withoutNames(address)),
        isListed: address.eins.length === 0,
      }}
      current="/compare"
      releasedAt={releasedAt}
      lag={describeLag(compared)}
    >
      <h1>{compared.length > 1 ? 'Side by side' : 'Compare organizations'}</h1>
      <CompareAsk address={address} organizations={organizations} open={open} faults={faults} />
      {isComparable(address) && comparison && (
        <>
          <CompareYears address={address} compared={compared} />
          <CompareCautions comparison={comparison} />
          <WithPrintedSources origin={origin}>
            {compared.length > 0 && <CompareTable address={address} compared={compared} />}
            <CompareRevenue compared={compared} />
          </WithPrintedSources>
          <p class="quiet">
            The same as data:{' '}
            <a href={`/api/v2${comparePath(withoutNames(address))}`}>/api/v2/compare</a>.
          </p>
        </>
      )}
    </Layout>
  )
}

const withoutNames = (address: CompareAddress): CompareAddress => ({ ...address, names: [] })

// Names are long; a title of three is cut by whoever shows it.
const NAME_LENGTH = 30

const titleOf = (compared: readonly ComparedOrganization[]): string =>
  compared.length === 0
    ? 'Compare organizations · Nonprofit Research'
    : `${compared.map(({ name }) => toLabel(name, NAME_LENGTH)).join(', ')} compared`

/** Of which filings the figures are; undefined where there are none. */
function describeLag(compared: readonly ComparedOrganization[]): string | undefined {
  const ends = compared.map(({ filing }) => filing.taxPeriodEnd).sort()
  const [first, last] = [ends[0], ends.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const forms = [...new Set(compared.map(({ filing }) => FORM_NAMES[filing.form]))]
  const when =
    first === last ? `on ${formatDay(first)}` : `between ${formatDay(first)} and ${formatDay(last)}`
  return `The figures are of filings on ${new Intl.ListFormat('en').format(forms)} whose periods ended ${when}; what has happened since is not in them.`
}
