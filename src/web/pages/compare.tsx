import type { FastifyInstance } from 'fastify'
import { formatDay, todayInUtc } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { METRIC_NAMES } from '#src/figures/sets.ts'
import {
  type ComparedOrganization,
  type Comparison,
  compareOrganizations,
  isCompared,
} from '#src/organizations/compare/compare.ts'
import { readReleaseTime } from '#src/organizations/open-profile.ts'
import { ReadinessShown } from '../components/chips.tsx'
import {
  type CompareAddress,
  comparePath,
  isComparable,
  type OpenName,
  type ReadCompare,
  readCompare,
  resolveNames,
} from '../components/compare/address.ts'
import { CompareAsk } from '../components/compare/ask.tsx'
import { CompareByYear } from '../components/compare/by-year.tsx'
import { CompareTable } from '../components/compare/table.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import { ChoiceChips } from '../components/navigation.tsx'
import { DisplayName, Name, toLabel } from '../components/text.tsx'
import { diligencePath, organizationPath, withoutApiPaths } from '../links.ts'
import { addPage, type WebDeps } from '../render.ts'
import { pageTitle } from '../words.ts'

/** Adds `GET /compare`: organizations side by side, or the form to choose them. */
export function addComparePage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(app, '/compare', async ({ query }, reply) => {
    const { address: asked, faults } = readCompare(query)
    const isNamed = [query.Name].flat().some((name) => name !== undefined && name !== '')
    const { eins, open } = await resolveNames(deps, asked.names)
    const address = {
      ...asked,
      eins: [...new Set([...asked.eins, ...eins])],
      names: open.map(({ name }) => name),
    }
    const isFound = address.eins.length > 0 && open.length + faults.length === 0
    // Names that resolve become EINs in the address, so that it can be shared.
    if (isNamed && isFound) return reply.redirect(comparePath(address), 303)
    const read = await readComparison(deps, address)
    return <ComparePage {...{ site, address, open, faults, ...read }} />
  })
}

type Read = { comparison?: Comparison; releasedAt?: string | undefined }

async function readComparison(deps: WebDeps, address: CompareAddress): Promise<Read> {
  const { eins, form, year } = address
  const [comparison, releasedAt] = await Promise.all([
    eins.length > 0
      ? compareOrganizations(deps, eins, { form, year }, todayInUtc(deps))
      : undefined,
    readReleaseTime(deps),
  ])
  return { ...(comparison && { comparison }), releasedAt: comparison?.compiledAt ?? releasedAt }
}

type Props = {
  site: Site
  address: CompareAddress
  open: OpenName[]
  faults: ReadCompare['faults']
} & Read

const ComparePage = ({ site, address, open, faults, comparison, releasedAt }: Props) => {
  const organizations = comparison?.organizations ?? []
  const compared = organizations.filter(isCompared)
  const asked = { ...withoutNames(address), metric: address.metric ?? METRIC_NAMES[0] }
  return (
    <Layout
      site={site}
      head={{
        title: titleOf(compared),
        description:
          'Compare two to five nonprofits by the figures in their public filings. Every figure links to its line in the filing.',
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
          <Years address={address} compared={compared} />
          <Cautions comparison={comparison} />
          <CompareByYear address={address} compared={compared} />
          {compared.length > 0 && <CompareTable address={address} compared={compared} />}
          <p>
            <a href={diligencePath(address.eins)}>Diligence report of these organizations</a>
          </p>
          <p class="quiet">
            Get this comparison from the API:{' '}
            <a href={`/api/v2${comparePath(asked)}`}>/api/v2/compare</a>.
          </p>
        </>
      )}
    </Layout>
  )
}

const withoutNames = (address: CompareAddress): CompareAddress => ({ ...address, names: [] })

// Names are long, and browsers cut a title of three.
const NAME_LENGTH = 30

const titleOf = (compared: readonly ComparedOrganization[]): string =>
  compared.length === 0
    ? pageTitle('Compare organizations')
    : `${compared.map(({ name }) => toLabel(displayName(name), NAME_LENGTH)).join(', ')} compared`

/** Returns a sentence about the filings that the figures come from. */
function describeLag(compared: readonly ComparedOrganization[]): string | undefined {
  const ends = compared.map(({ filing }) => filing.taxPeriodEnd).sort()
  const [first, last] = [ends[0], ends.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const forms = [...new Set(compared.map(({ filing }) => FORM_NAMES[filing.form]))]
  return `The figures come from filings on ${new Intl.ListFormat('en').format(forms)} for periods that ended ${
    first === last ? `on ${formatDay(first)}` : `between ${formatDay(first)} and ${formatDay(last)}`
  }. Later changes are not included.`
}

/** Cautions about the figures, and the organizations that are not compared. */
const Cautions = ({ comparison: { organizations, cautions } }: { comparison: Comparison }) => {
  const left = organizations.flatMap((one) => (isCompared(one) ? [] : [one]))
  if (cautions.length + left.length === 0) return null
  return (
    <section aria-labelledby="mind">
      <h2 id="mind">Before you compare</h2>
      <ul class="notice">
        {cautions.map((caution) => (
          <li key={caution}>
            <Name>{caution}</Name>
          </li>
        ))}
        {left.map(({ ein, name, why, readiness }) => (
          <li key={ein}>
            {name === undefined ? (
              `EIN ${formatEin(ein)}`
            ) : (
              <a href={organizationPath(ein)}>
                <DisplayName name={name} />
              </a>
            )}{' '}
            is not compared: <Name>{withoutApiPaths(why)}</Name>{' '}
            {readiness && (
              <ReadinessShown
                name={name === undefined ? formatEin(ein) : displayName(name)}
                readiness={readiness}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type YearsProps = { address: CompareAddress; compared: readonly ComparedOrganization[] }

// About 15 years of filings are published, which would be too many links.
const MAX_YEARS = 8

/** Tax years that all of the organizations filed for. */
const Years = ({ address, compared }: YearsProps) => {
  const [first, ...others] = compared
  const years = (first?.taxYears ?? []).filter((year) =>
    others.every(({ taxYears }) => taxYears.includes(year)),
  )
  if (years.length === 0 || others.length === 0) return null
  const { year: chosen, ...latest } = address
  return (
    <ChoiceChips
      name="Tax year"
      class="years"
      choices={[
        { text: 'Latest of each', href: comparePath(latest), isOn: chosen === undefined },
        ...years.slice(0, MAX_YEARS).map((year) => ({
          text: String(year),
          href: comparePath({ ...address, year }),
          isOn: chosen === year,
        })),
      ]}
    />
  )
}
