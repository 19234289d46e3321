import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { pastDay, pathEin } from '#src/api/shared/parameters.ts'
import { formatDay, formatMonth, todayInUtc } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { describeSubsection } from '#src/domain/registry-codes.ts'
import {
  type AsKnown,
  type KnownFigure,
  type LaterReturn,
  readAsKnown,
} from '#src/organizations/history/as-known.ts'
import { Cited, Figure, SourceLink } from '../components/figure.tsx'
import { nameFiling } from '../components/filing.tsx'
import { formatValue } from '../components/formats.ts'
import type { Site } from '../components/layout.tsx'
import { OrganizationPage } from '../components/organization/organization-page.tsx'
import { numeric, Table } from '../components/table.tsx'
import { Day } from '../components/text.tsx'
import { asKnownPath, changesPath } from '../links.ts'
import { fromForm } from '../list-query.ts'
import { addPage, type WebDeps } from '../render.ts'
import { historyTexts } from '../texts/history.tsx'

const texts = historyTexts.asKnown

const SCHEMAS = {
  params: z.object({ ein: pathEin() }),
  querystring: fromForm({ On: pastDay('Day to show. Default: today.').optional() }),
}

/** Adds `GET /charity/{ein}/as-known`: the organization as it was known on a day. */
export function addAsKnownPage(app: FastifyInstance, deps: WebDeps, site: Site): void {
  addPage(
    app,
    '/charity/:ein/as-known',
    async ({ params: { ein }, query: { On = todayInUtc({}) } }) => (
      <AsKnownPage site={site} found={await readAsKnown(deps, ein, On)} />
    ),
    SCHEMAS,
  )
}

type Found = { found: AsKnown }
type Props = Found & { site: Site }

const AsKnownPage = ({ site, found }: Props) => {
  const { organization, on } = found
  const { ein } = organization
  const name = displayName(organization.name)
  return (
    <OrganizationPage
      site={site}
      organization={organization}
      tab="filings"
      title={texts.title(formatDay(on))}
      description={texts.description(name)}
      path={asKnownPath(ein, on)}
    >
      <h2>{texts.title(formatDay(on))}</h2>
      <form class="table-tools row" action={asKnownPath(ein)}>
        <label for="on">{texts.day}</label>
        <input type="date" id="on" name="On" value={on} max={todayInUtc({})} required />
        <button type="submit" class="plain">
          {texts.show}
        </button>
      </form>
      <Newest found={found} />
      <Years found={found} />
      <Later found={found} />
      <Registry found={found} />
      <section>
        <h3>{texts.notKnown}</h3>
        <ul>
          {found.unknown.map((one) => (
            <li key={one}>{texts.unknowns[one]}</li>
          ))}
        </ul>
      </section>
    </OrganizationPage>
  )
}

/** A figure with its evidence; one computed from a superseded return cites its inputs. */
const Known = ({ ein, figure }: { ein: string; figure: KnownFigure | undefined }) => {
  if (!figure) return <span class="unknown">{texts.absent}</span>
  const { label, value, unit, ref, derivedFrom = [] } = figure
  return (
    <>
      <Figure ein={ein} label={label} value={value} unit={unit} ref_={ref} />
      {ref === undefined &&
        derivedFrom.map((from, at) => (
          <span key={from}>
            {' '}
            <SourceLink ein={ein} label={label} ref_={from} words={texts.input(at + 1)} />
          </span>
        ))}
    </>
  )
}

/** The newest return of the day, and its leading figures beside those of today. */
const Newest = ({ found: { organization, on, known, now } }: Found) => {
  const { ein } = organization
  if (!known) return <p>{texts.none(formatDay(on))}</p>
  const { filing, figures } = known
  const isSame = filing.objectId === now.filing.objectId
  return (
    <section>
      <p>
        {texts.newest(
          nameFiling(filing),
          <Day iso={filing.taxPeriodEnd} />,
          filing.receivedOn && <Day iso={filing.receivedOn} />,
        )}{' '}
        {isSame ? texts.still : texts.nowIs(nameFiling(now.filing), now.filing.isAmended)}
      </p>
      {figures.length > 0 && (
        <Table
          name={texts.figures}
          heads={[
            texts.heads.figure,
            numeric(texts.heads.on(formatDay(on))),
            numeric(texts.heads.now(now.filing.taxYear)),
          ]}
        >
          {figures.map((figure) => (
            <tr key={figure.key}>
              <th scope="row">{figure.label}</th>
              <td class="number">
                <Known ein={ein} figure={figure} />
              </td>
              <td class="number">
                <Known ein={ein} figure={now.figures.find(({ key }) => key === figure.key)} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

const Years = ({ found: { organization, years, known } }: Found) => {
  if (!known || years.length < 2 || known.figures.length === 0) return null
  return (
    <section>
      <h3>{texts.years}</h3>
      <Table
        name={texts.years}
        heads={[texts.heads.filing, ...known.figures.map(({ label }) => numeric(label))]}
      >
        {years.map(({ filing, figures }) => (
          <tr key={filing.objectId}>
            <th scope="row">{nameFiling(filing)}</th>
            {known.figures.map(({ key }) => (
              <td key={key} class="number">
                <Known ein={organization.ein} figure={figures.find((one) => one.key === key)} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  )
}

const Later = ({ found: { organization, later } }: Found) => (
  <section>
    <h3>{texts.later}</h3>
    {later.length === 0 ? (
      <p>{texts.noLater}</p>
    ) : (
      <Table
        name={texts.later}
        heads={[texts.heads.filing, texts.heads.received, texts.heads.effect]}
      >
        {later.map((one) => (
          <tr key={one.filing.objectId}>
            <th scope="row">{nameFiling(one.filing)}</th>
            <td>{one.filing.receivedOn && <Day iso={one.filing.receivedOn} />}</td>
            <td>
              <Effect ein={organization.ein} later={one} />
            </td>
          </tr>
        ))}
      </Table>
    )}
  </section>
)

/** What a later return did: it added a period, or replaced a known return. */
const Effect = ({
  ein,
  later: { filing, replaces, changes },
}: {
  ein: string
  later: LaterReturn
}) => {
  if (!replaces) return <>{texts.added}</>
  return (
    <>
      {changes.length === 0 ? texts.sameFigures : texts.replaced}{' '}
      <a href={changesPath(ein, filing.objectId, replaces.objectId)}>{texts.allChanges}</a>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ key, label, unit, before, after, difference }) => (
            <li key={key}>
              {label}: <Known ein={ein} figure={before} /> → <Known ein={ein} figure={after} />
              {difference !== undefined &&
                ` (${difference > 0 ? '+' : ''}${formatValue(difference, unit)})`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const Registry = ({ found: { organization, registry } }: Found) => {
  const { ein } = organization
  const { row, names, revocations } = registry
  return (
    <section>
      <h3>{texts.registry}</h3>
      {row && (
        <p>
          {texts.listed(
            formatMonth(row.asOf),
            row.subsection ? describeSubsection(row.subsection) : undefined,
          )}
        </p>
      )}
      {names.length > 0 && (
        <ul>
          {names.map(({ name, asOf, ref }) => (
            <li key={ref + name}>
              {texts.nameIn(
                formatMonth(asOf),
                <Cited ein={ein} label={texts.nameLabel} ref_={ref} isName>
                  {name}
                </Cited>,
              )}
            </li>
          ))}
        </ul>
      )}
      {revocations.map(({ revokedOn, ref }) => (
        <p key={ref}>
          <Cited ein={ein} label={texts.revocation} ref_={ref}>
            {texts.revoked(formatDay(revokedOn))}
          </Cited>
        </p>
      ))}
      {!row && names.length === 0 && revocations.length === 0 && <p>{texts.noRegistry}</p>}
    </section>
  )
}
