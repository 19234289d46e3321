import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import { opaque, pageNumber, pathEin, pathObjectId } from '#src/api/shared/parameters.ts'
import { formatDay } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { refsOf } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import type {
  FiledLeaf,
  PrintedLine,
  PrintedPart,
  PrintedTable,
} from '#src/domain/facts/return-layout.ts'
import { releaseTime } from '#src/domain/release.ts'
import { type OpenedReturn, readReturnPage } from '#src/organizations/filings/read-return.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import { readLeaf } from '../components/evidence.tsx'
import { lagOf, marksOf, nameFiling, OriginalLinks, Period } from '../components/filing.tsx'
import { formatValue, showContact } from '../components/formats.ts'
import { Layout, useSite } from '../components/layout.tsx'
import { ChoiceChips, Trail } from '../components/navigation.tsx'
import { Paging } from '../components/search/paging.tsx'
import { evidencePath, returnPath } from '../links.ts'
import { addPage, type Pages } from '../render.ts'

const params = z.object({ ein: pathEin(), objectId: pathObjectId('The return.') })
const querystring = z.object({
  Part: opaque('A part of the return, such as schedule-i. Default: the form itself.'),
  Page: pageNumber,
  At: opaque('A path in the return: opens its part and page, instead of Part and Page.'),
})

/** Adds `GET /charity/{ein}/filings/{objectId}/return`: a return in the order of its form. */
export function addReturnPages(pages: Pages): void {
  addPage(
    pages,
    '/charity/:ein/filings/:objectId/return',
    async ({ params: { ein, objectId }, query: { Part: part, Page: page, At: at } }) => {
      const opened = await readReturnPage(pages.deps, ein, { objectId, part, page, at })
      return <ReturnPage opened={opened} />
    },
    { params, querystring, longest: Number.POSITIVE_INFINITY },
  )
}

/** Shows a filed leaf as a link to its evidence. */
type Show = (leaf: FiledLeaf) => ComponentChildren

const ReturnPage = ({ opened }: { opened: OpenedReturn }) => {
  const { organization, filing, index, shown, part, page, pages } = opened
  const { ein, name } = organization
  const pathOf = (query: { Part?: string; Page?: number } = {}) =>
    returnPath(ein, filing.objectId, query)
  const refOf = refsOf(filing)
  const show: Show = (leaf) => <Leaf leaf={leaf} ein={ein} refOf={refOf} />
  const [only] = shown
  const [longest] = shown.toSorted((a, b) => b.parts.length - a.parts.length)
  const title = part === undefined ? FORM_NAMES[filing.form] : (only?.name ?? '')
  const isWhole = shown.length === index.length
  const marks = marksOf(filing).map((mark) => `, ${mark.toLowerCase()}`)
  return (
    <Layout
      title={`${title}, tax year ${filing.taxYear}`}
      of={displayName(name)}
      description={`${nameFiling(filing)} of ${displayName(name)}, in the order of the form.`}
      path={pathOf()}
      isListed={false}
      releasedAt={releaseTime(organization.release)}
      lag={lagOf(filing)}
    >
      <Trail organization={organization} here={nameFiling(filing)} />
      <article class="return">
        <header>
          <h1>
            {title} <span class="quiet">{filing.taxYear}</span>
          </h1>
          <p>
            {displayName(name)}, EIN {formatEin(ein)}. Tax period: <Period filing={filing} />
            {marks}.
          </p>
          <p class="quiet on-screen">
            As filed, in the order of the form. Each value links to its source.{' '}
            <OriginalLinks ein={ein} filing={filing} />
          </p>
          <p class="quiet on-paper">{`Each value links to its source at ${useSite().origin()}${pathOf()}`}</p>
          {stateOf(filing) === 'Superseded' && (
            <p class="notice">A later return for the same period replaces this one.</p>
          )}
          {index.length > 1 && (
            <ChoiceChips
              name="Parts of this return"
              class="on-screen"
              choices={index.map(({ key, name, isForm }) => {
                const isShown = shown.some((one) => one.key === key)
                const href = isShown ? `#${key}` : pathOf(isForm ? {} : { Part: key })
                return { text: name, href, isOn: false }
              })}
            />
          )}
          {longest && longest.parts.length > 2 && (
            <nav class="on-screen contents" aria-label="Contents">
              <ol>
                {longest.parts.map(({ part, title }, at) => (
                  <li key={at}>
                    <a href={`#${longest.key}-${at}`}>{[part, title].filter(Boolean).join('. ')}</a>
                  </li>
                ))}
              </ol>
            </nav>
          )}
        </header>
        {shown.map(({ key, name, parts }) => (
          <section key={key} id={key}>
            {(isWhole || shown.length > 1) && <h2>{name}</h2>}
            {parts.length === 0 && <p class="quiet">Filed without content.</p>}
            {parts.map((one, at) => (
              <PartOf key={at} part={one} id={`${key}-${at}`} show={show} isOpen={pages > 1} />
            ))}
          </section>
        ))}
        <Paging
          name="Pages of this part"
          page={page}
          last={pages}
          to={(next) => pathOf({ ...(part && { Part: part }), ...(next > 1 && { Page: next }) })}
        />
      </article>
    </Layout>
  )
}

type LeafProps = { leaf: FiledLeaf; ein: string; refOf: (path: string) => string }

/** Longer texts are followed by the link to their evidence. */
const LONGEST_LINK = 120

const Leaf = ({ leaf, ein, refOf }: LeafProps) => {
  const { path } = leaf
  const text = shownText(leaf)
  const href = path === undefined ? undefined : evidencePath(ein, refOf(path))
  if (text.length <= LONGEST_LINK && href !== undefined) {
    return (
      <a id={path} href={href} dir="auto">
        {text}
      </a>
    )
  }
  return (
    <>
      <span dir="auto">{text}</span>
      {href && (
        <a id={path} class="source-link" href={href}>
          source
        </a>
      )}
    </>
  )
}

/** Returns a leaf as people write it: "$1,200", "Yes", "May 12, 2023". */
export function shownText(leaf: FiledLeaf): string {
  const { name, text } = leaf
  // The IRS masks these numbers, and they are never stored.
  if (/SSN$/.test(name)) return 'withheld'
  if (text === '') return 'left blank'
  if (/EIN/.test(name) && /^\d{9}$/.test(text)) return formatEin(text)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text)
  const [, day = '', time, zone] = TIME.exec(text) ?? []
  if (time) return `${formatDay(day)}, ${time} UTC${zone === 'Z' ? '' : zone}`
  if (/Phone|ZIP/.test(name)) return showContact(name, text)
  if (/Y(ea)?r$/.test(name)) return text
  const { value, unit } = readLeaf(leaf)
  if (value === text && /Ind$/.test(name)) return ANSWERS[text] ?? text
  // Returns before 2013 name amounts without a suffix, and pad numbers with zeros.
  if (value === text && /^\d+\.\d*$/.test(text)) return String(Number(text))
  if (value === text && /^-?\d{5,}$/.test(text) && !IDENTIFIER.test(name)) {
    return formatValue(Number(text), 'count')
  }
  return unit === 'ratio' || unit === 'share' ? formatFiledShare(value) : formatValue(value, unit)
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)\S*?(Z|[+-]\d\d:\d\d)$/
const IDENTIFIER =
  /Num|Nbr|PTIN|Id$|ID$|Code|Cd$|License|Name|Nm$|Desc|Txt|Date|Dt$|Item|Line|Identifier/

/** A share with all its digits: 0.99989 is not "100%". */
const FILED_SHARE = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 6 })
const formatFiledShare = (value: FactValue): string =>
  typeof value === 'number' ? FILED_SHARE.format(value) : formatValue(value)

const ANSWERS: Readonly<Record<string, string>> = {
  '1': 'Yes',
  true: 'Yes',
  '0': 'No',
  false: 'No',
}

const isNumber = (leaves: readonly FiledLeaf[]): boolean =>
  leaves.every((leaf) => typeof readLeaf(leaf).value === 'number')

type PartProps = { part: PrintedPart; id: string; show: Show; isOpen: boolean }

const PartOf = ({ part: { part, title, items }, id, show, isOpen }: PartProps) => (
  <section id={id}>
    {part !== '' && (
      <h3>
        {part} {title && <span>{title}</span>}
      </h3>
    )}
    {toRuns(items).map((run, at) =>
      'rows' in run ? (
        <Rows key={at} table={run} show={show} isOpen={isOpen} />
      ) : (
        <Lines key={at} name={`${part} ${title}`} lines={run} show={show} />
      ),
    )}
  </section>
)

/** More rows are folded; paper shows them all. */
const MAX_ROWS = 12
/** More columns do not fit a screen; such rows are lists. */
const MAX_COLUMNS = 7
const MAX_TABLE = 12

/** Groups neighboring lines that share columns, or that have none. */
function toRuns(items: PrintedPart['items']): (PrintedLine[] | PrintedTable)[] {
  const runs: (PrintedLine[] | PrintedTable)[] = []
  for (const item of items) {
    const last = runs.at(-1)
    if ('rows' in item) runs.push(item)
    else if (Array.isArray(last) && fits(last, item)) last.push(item)
    else runs.push([item])
  }
  return runs
}

const columnsOf = (lines: readonly PrintedLine[]): string[] => [
  ...new Set(lines.flatMap(({ cells }) => cells.flatMap(({ column }) => column ?? []))),
]

function fits(run: readonly PrintedLine[], line: PrintedLine): boolean {
  const [known, own] = [columnsOf(run), columnsOf([line])]
  if (own.length === 0 || known.length === 0) return own.length === known.length
  const isShared = own.length === 1 || own.some((column) => known.includes(column))
  return isShared && columnsOf([...run, line]).length <= MAX_COLUMNS
}

type LinesProps = { name: string; lines: readonly PrintedLine[]; show: Show }

const Lines = ({ name, lines, show }: LinesProps) => {
  const columns = columnsOf(lines)
  const shown = columns.length === 0 ? [undefined] : columns
  const hasNumbers = lines.some(({ number }) => number !== '')
  return (
    <table class={columns.length > 0 ? 'columns' : undefined}>
      <caption class="hidden">{name}</caption>
      <thead class={columns.length > 0 ? undefined : 'hidden'}>
        <tr>
          {hasNumbers && <th scope="col">Line</th>}
          <th scope="col">Item</th>
          {shown.map((column) => (
            <th key={column} scope="col" class={column === undefined ? undefined : 'number'}>
              {column ?? 'As filed'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ number, label, cells }, at) => (
          <tr key={at}>
            {hasNumbers && <td class="line">{number}</td>}
            <th scope="row">{label}</th>
            {shown.map((column) => {
              const leaves = cells.find((cell) => cell.column === column)?.leaves ?? []
              return <CellOf key={column} label={column} leaves={leaves} show={show} />
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = { label: string | undefined; leaves: readonly FiledLeaf[]; show: Show }

const CellOf = ({ label, leaves, show }: CellProps) => (
  <td class={leaves.length > 0 && isNumber(leaves) ? 'number' : undefined} data-label={label}>
    {leaves.map((leaf, at) => [at > 0 && ', ', show(leaf)])}
  </td>
)

type RowsProps = { table: PrintedTable; show: Show; isOpen: boolean }

const Rows = ({ table, show, isOpen }: RowsProps) => {
  const { number, label, columns, rows, first } = table
  const name = number === '' ? label : `Line ${number}. ${label}`
  const isFolded = rows.length > (columns.length > MAX_TABLE ? MAX_ROWS / 4 : MAX_ROWS)
  const shown = <RowsOf table={table} caption={isFolded ? label : name} show={show} />
  if (!isFolded) return shown
  return (
    <details open={isOpen}>
      <summary>{`${name}: rows ${first} to ${first + rows.length - 1}`}</summary>
      {shown}
    </details>
  )
}

type RowsOfProps = { table: PrintedTable; caption: string; show: Show }

const RowsOf = ({ table: { label, columns, rows, first }, caption, show }: RowsOfProps) => {
  if (columns.length <= MAX_TABLE) {
    return (
      <table class="columns">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map((column, at) => (
              <th key={column} scope="col" class={isNumeric(rows, at) ? 'number' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, cells }, at) => (
            <tr key={at} id={path}>
              <td class="line">{first + at}</td>
              {cells.map((leaves, place) => (
                <CellOf key={place} label={columns[place]} leaves={leaves} show={show} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
  return (
    <>
      <h4>{caption}</h4>
      {rows.map(({ path, cells }, at) => {
        const lines = columns.flatMap((column, place): PrintedLine[] => {
          const leaves = cells[place] ?? []
          return leaves.length > 0 ? [{ number: '', label: column, cells: [{ leaves }] }] : []
        })
        return (
          <section key={at} id={path}>
            <h5>{`Row ${first + at}`}</h5>
            <Lines name={`${label}, row ${first + at}`} {...{ lines, show }} />
          </section>
        )
      })}
    </>
  )
}

const isNumeric = (rows: PrintedTable['rows'], at: number): boolean =>
  rows.every(({ cells }) => isNumber(cells[at] ?? []))
