import { FORM_NAMES } from '../../../domain/facts/citation.ts'
import type { ListedFiling } from '../../../profiles/filings.ts'
import { organizationPath } from '../links.ts'
import { marksOf, Period, Received } from './filing-words.tsx'
import { Scroll } from './scroll.tsx'

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
  const { form, taxYear, objectId, opensByYear, warnings } = filing
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
        <State filing={filing} />
      </td>
      <td>
        <code>{objectId}</code>
      </td>
      <td>{warnings.length > 0 ? warnings.join(', ') : 'none'}</td>
    </tr>
  )
}

const State = ({ filing }: { filing: ListedFiling }) => {
  const { isCurrent, supersededBy, opensByYear } = filing
  return (
    <>
      <span class="chip">{isCurrent ? 'Current' : 'Superseded'}</span> {marksOf(filing).join(', ')}
      {supersededBy && (
        <>
          {' by '}
          <a href={`#${supersededBy}`}>
            <code>{supersededBy}</code>
          </a>
        </>
      )}
      {isCurrent && !opensByYear && ' Another filing of the same year opens by the year.'}
    </>
  )
}
