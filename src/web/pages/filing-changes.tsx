import { z } from 'zod'
import { pathEin, pathObjectId } from '#src/api/shared/parameters.ts'
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
import { OrganizationPage } from '../components/organization/masthead.tsx'
import { column, numeric, Table } from '../components/table.tsx'
import { Day } from '../components/text.tsx'
import { changesPath, tabPath } from '../links.ts'
import { addPage, type Pages } from '../render.ts'

/** A page with all changes of a long return is as long as ten screens. */
const MAX_SHOWN = 50

const params = z.object({ ein: pathEin(), objectId: pathObjectId('The later return.') })

/** Adds `GET /charity/{ein}/filings/{objectId}/changes`. */
export function addFilingChangesPages(pages: Pages): void {
  addPage(
    pages,
    '/charity/:ein/filings/:objectId/changes',
    async ({ params: { ein, objectId: id } }) => (
      <ChangesPage amendment={await readAmendment(pages.deps, ein, id)} />
    ),
    { params },
  )
}

const TITLE = 'What an amended return changed'

const ChangesPage = ({ amendment }: { amendment: Amendment }) => {
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
      <p class="quiet">
        Only lines of the form and its schedules are compared, not the rows of their tables and
        statements.
      </p>
      {changes.length > 0 && <ChangesTable ein={ein} rows={changes.slice(0, MAX_SHOWN)} />}
      {changes.length > MAX_SHOWN && (
        <details>
          <summary>{countOf(changes.length - MAX_SHOWN, 'more difference')}</summary>
          <ChangesTable ein={ein} rows={changes.slice(MAX_SHOWN)} />
        </details>
      )}
      <p>
        <a href={tabPath(ein, 'filings')}>All filings</a>
      </p>
    </OrganizationPage>
  )
}

const Version = ({ filing: { receivedOn, objectId: id } }: { filing: FilingSummary }) =>
  receivedOn ? (
    <>
      received on <Day iso={receivedOn} />
    </>
  ) : (
    <>with object ID {id}</>
  )

const SIDES = { before: 'Before', after: 'After' }

const KINDS = { Changed: 'changed', Added: 'added', Removed: 'removed' }

type TableProps = { ein: string; rows: readonly FactChange[] }

const ChangesTable = ({ ein, rows }: TableProps) => {
  const side = (key: keyof typeof SIDES) =>
    numeric<FactChange>(SIDES[key], ({ label, unit, ...change }) => {
      const filed = change[key]
      if (!filed) return <span class="unknown">not reported</span>
      const named = `${label}, ${SIDES[key]}`
      return <Value ein={ein} label={named} value={filed.value} unit={unit} ref_={filed.ref} />
    })
  return (
    <Table<FactChange>
      name="Lines of the form"
      class="data-table"
      rows={rows}
      columns={[
        column('Value', ({ label }) => label),
        column('Change', ({ kind }) => KINDS[kind]),
        side('before'),
        side('after'),
        numeric(
          'Difference',
          ({ difference = 0, unit }) =>
            difference !== 0 && `${difference > 0 ? '+' : ''}${formatValue(difference, unit)}`,
        ),
        column('Line', ({ place }) => place),
      ]}
    />
  )
}
