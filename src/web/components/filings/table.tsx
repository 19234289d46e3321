import { toRef } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORM_BLOCK } from '#src/domain/form.ts'
import type { ListedFiling } from '#src/organizations/filings/filings.ts'
import { stateOf, warningsOf } from '#src/organizations/filings/select-filing.ts'
import { evidencePath, organizationPath } from '#src/web/links.ts'
import { marksOf, Period, Received } from '../filing-words.tsx'
import { Scroll } from '../scroll.tsx'

type Props = { ein: string; filings: readonly ListedFiling[] }

/** Submissions with their period, day of receipt and state; those that a year opens as links. */
export const FilingsTable = ({ ein, filings }: Props) => (
  <Scroll name="Filings">
    <table class="filings">
      <caption class="hidden">Filings, newest period first</caption>
      <thead>
        <tr>
          <th scope="col">Filing</th>
          <th scope="col">Period</th>
          <th scope="col">Received</th>
          <th scope="col">State</th>
          <th scope="col">Object id</th>
          <th scope="col">Warnings</th>
        </tr>
      </thead>
      <tbody>
        {filings.map((filing) => (
          <Row key={filing.objectId} ein={ein} filing={filing} />
        ))}
      </tbody>
    </table>
  </Scroll>
)

const Row = ({ ein, filing }: { ein: string; filing: ListedFiling }) => {
  const { form, taxYear, objectId, opensByYear } = filing
  const warnings = warningsOf(filing)
  const name = `${FORM_NAMES[form]}, ${taxYear}`
  return (
    <tr id={objectId}>
      <th scope="row">
        {opensByYear ? <a href={organizationPath(ein, { form, year: taxYear })}>{name}</a> : name}
      </th>
      <td>
        <Period filing={filing} />
      </td>
      <td>
        <Received filing={filing} />
      </td>
      <td>
        <State filing={filing} ein={ein} />
      </td>
      <td>
        <code>{objectId}</code>
      </td>
      <td>{warnings.length > 0 ? warnings.join(', ') : 'none'}</td>
    </tr>
  )
}

const State = ({ filing, ein }: { filing: ListedFiling; ein: string }) => {
  const { isCurrent, exclusion, supersededBy, opensByYear } = filing
  const marks = marksOf(filing)
  return (
    <>
      <span class="chip">{stateOf(filing)}</span>
      {exclusion !== null && ' by the operator of this service.'}
      {supersededBy && (
        <>
          {exclusion === null ? ' by ' : ' The current filing of the period is '}
          <a href={`#${supersededBy}`}>
            <code>{supersededBy}</code>
          </a>
        </>
      )}
      {marks.length > 0 && ` ${marks.join(', ')}.`}
      {isCurrent && !opensByYear && ' Another filing of the same year opens by the year.'}
      {!opensByYear && (
        <>
          {' '}
          <a href={evidencePath(ein, wholeOf(filing))}>Open what it says</a>
        </>
      )}
    </>
  )
}

/** The Ref of the form itself, whole: what a filing opens by that no year opens. */
const wholeOf = ({ form, taxYear, objectId }: ListedFiling): string =>
  toRef({ form, taxYear, objectId, path: `/${FORM_BLOCK[form]}` })
