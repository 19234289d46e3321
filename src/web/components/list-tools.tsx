import { withQuery } from '../links.ts'

export type Fields = Readonly<Record<string, string | number | undefined>>

/** Parameters that a form sends again. */
export const HiddenFields = ({ fields }: { fields: Fields }) => (
  <>
    {Object.entries(fields).map(([name, value]) =>
      value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
    )}
  </>
)

type ToolsProps = {
  /** The address of the page without parameters, and the parameters that the form keeps. */
  path: string
  kept: Fields
  within?: string | undefined
  csvPath: string
  /** Describes a file that does not contain everything. */
  csvNote?: string | undefined
}

/** The field that searches within a list, and the link to the list as a CSV file. */
export const TableTools = ({ path, kept, within, csvPath, csvNote }: ToolsProps) => (
  <form class="table-tools row" action={path}>
    <HiddenFields fields={kept} />
    <label for="within">Search within</label>
    <input type="search" id="within" name="Within" value={within} maxLength={MAX_WITHIN} />
    <button type="submit" class="plain">
      Search
    </button>
    {within && <a href={withQuery(path, kept)}>Clear</a>}
    <CsvLink href={csvPath} />
    {csvNote && <span class="quiet">{csvNote}</span>}
  </form>
)

/** The link to a list as a CSV file. */
export const CsvLink = ({ href }: { href: string }) => (
  <a class="button plain" href={href} rel="nofollow" download>
    Download CSV
  </a>
)

/** Longer than any name that a reader types. */
const MAX_WITHIN = 200
