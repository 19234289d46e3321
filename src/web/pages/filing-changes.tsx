import { z } from 'zod'
import { objectId, pathEin, pathObjectId } from '#src/api/shared/parameters.ts'
import { formatDay } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { countOf, formatCount } from '#src/domain/money.ts'
import {
  type Amendment,
  type FactChange,
  readAmendment,
} from '#src/organizations/history/amendment.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { Value } from '../components/figure.tsx'
import { formatValue } from '../components/formats.ts'
import { CsvLink } from '../components/list-tools.tsx'
import { ChoiceChips } from '../components/navigation.tsx'
import { OrganizationPage } from '../components/organization/masthead.tsx'
import { type DataColumn, DataTable, textColumn } from '../components/table.tsx'
import { Day } from '../components/text.tsx'
import { addCsv } from '../csv.ts'
import { changesPath, tabPath, withQuery } from '../links.ts'
import { fromForm } from '../list-query.ts'
import { addPage, type Pages } from '../render.ts'

/** A page with all changes of a long return is as long as ten screens. */
const MAX_SHOWN = 50

const SCHEMAS = {
  params: z.object({ ein: pathEin(), objectId: pathObjectId('The later return.') }),
  querystring: fromForm({ Against: objectId('Another return for the same form and period.') }),
}

/** Adds `GET /charity/{ein}/filings/{objectId}/changes` and its CSV file. */
export function addFilingChangesPages(pages: Pages): void {
  const { deps } = pages
  const path = '/charity/:ein/filings/:objectId/changes'
  addCsv(
    pages,
    `${path}.csv`,
    async ({ params: { ein, objectId: id }, query: { Against } }) => {
      const { changes } = await readAmendment(deps, ein, id, Against)
      return { name: `changes-${id}`, columns: changeColumns(ein), rows: changes }
    },
    SCHEMAS,
  )
  addPage(
    pages,
    path,
    async ({ params: { ein, objectId: id }, query: { Against } }) => {
      const amendment = await readAmendment(deps, ein, id, Against)
      return <ChangesPage {...{ amendment, asked: id }} />
    },
    SCHEMAS,
  )
}

type Props = { amendment: Amendment; asked: string }

const TITLE = 'What an amended return changed'

const ChangesPage = ({ amendment, asked }: Props) => {
  const { organization, before, after, changes, counts } = amendment
  const { ein } = organization
  const name = displayName(organization.name)
  const path = changesPath(ein, after.objectId)
  return (
    <OrganizationPage
      organization={organization}
      tab="filings"
      title={TITLE}
      description={`Every line that differs between two returns of ${name} for the same period.`}
      path={path}
    >
      <h2>{TITLE}</h2>
      <p>
        {FORM_NAMES[after.form]}, period ended <Day iso={after.taxPeriodEnd} />. The return{' '}
        <Version filing={after} /> is compared with the one <Version filing={before} />.{' '}
        {counts.Changed + counts.Added + counts.Removed === 0
          ? 'The lines of the two returns do not differ.'
          : `${countOf(counts.Changed, 'line')} changed, ${formatCount(counts.Added)} added, and ${formatCount(counts.Removed)} removed.`}
      </p>
      <Others amendment={amendment} asked={asked} />
      <p class="quiet">
        Only lines of the form and its schedules are compared, not the rows of their tables and
        statements.
      </p>
      {changes.length > 0 && (
        <>
          <p>
            <CsvLink href={withQuery(`${path}.csv`, { Against: before.objectId })} />
          </p>
          <DataTable
            name="Lines of the form"
            columns={changeColumns(ein)}
            rows={changes.slice(0, MAX_SHOWN)}
          />
          {changes.length > MAX_SHOWN && (
            <p>{`The file has ${countOf(changes.length - MAX_SHOWN, 'more difference')}.`}</p>
          )}
        </>
      )}
      <p>
        <a href={tabPath(ein, 'filings')}>All filings</a>
      </p>
    </OrganizationPage>
  )
}

const withId = (objectId: string): string => `with object ID ${objectId}`

const Version = ({ filing: { receivedOn, objectId: id } }: { filing: FilingSummary }) =>
  receivedOn ? (
    <>
      received on <Day iso={receivedOn} />
    </>
  ) : (
    withId(id)
  )

/** Links to comparisons with the other returns for the period, if there are more than two. */
const Others = ({ amendment, asked }: Pick<Props, 'amendment' | 'asked'>) => {
  const { organization, versions, before, after } = amendment
  if (versions.length < 3) return null
  const compared = asked === after.objectId ? before : after
  return (
    <ChoiceChips
      name="Compare with"
      choices={versions
        .filter((one) => one.objectId !== asked)
        .map((one) => ({
          text: `compare with the one ${one.receivedOn ? `received ${formatDay(one.receivedOn)}` : withId(one.objectId)}`,
          href: changesPath(organization.ein, asked, one.objectId),
          isOn: one.objectId === compared.objectId,
        }))}
    />
  )
}

const SIDES = { before: 'Before', after: 'After' }

const KINDS = { Changed: 'changed', Added: 'added', Removed: 'removed' }

/** Returns the columns of the differences between two returns. */
const changeColumns = (ein: string): DataColumn<FactChange>[] => {
  const side = (key: 'before' | 'after'): DataColumn<FactChange> => ({
    key,
    label: SIDES[key],
    cell: (change) => {
      const filed = change[key]
      if (!filed) return <span class="unknown">not reported</span>
      const label = `${change.label}, ${SIDES[key]}`
      return (
        <Value ein={ein} label={label} value={filed.value} unit={change.unit} ref_={filed.ref} />
      )
    },
    csv: (change) => change[key]?.value,
  })
  const ref = (key: 'before' | 'after'): DataColumn<FactChange> => ({
    key: `${key}Ref`,
    label: '',
    csv: (change) => change[key]?.ref,
  })
  return [
    textColumn('label', 'Value', ({ label }) => label),
    textColumn('change', 'Change', ({ kind }) => KINDS[kind]),
    side('before'),
    side('after'),
    {
      key: 'difference',
      label: 'Difference',
      isNumeric: true,
      cell: ({ difference, unit }) =>
        difference === undefined
          ? null
          : `${difference > 0 ? '+' : ''}${formatValue(difference, unit)}`,
      csv: ({ difference }) => difference,
    },
    textColumn('place', 'Line', ({ place }) => place),
    ref('before'),
    ref('after'),
  ]
}
