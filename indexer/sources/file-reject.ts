import type { TabularReader } from './source.ts'

/** A file meant for the loader that cannot be read. `code` is UpperCamelCase and stable. */
export type FileReject = { path: string; member?: string; code: string; detail: string }

// Half of a kind's columns: no other table has so many of its names, and an export that left
// columns out still does.
const NEARLY = 0.5

/** A file or folder the machine does not let us read, with its reason. */
export const unreadable = (path: string, error: unknown): FileReject => ({
  path,
  code: 'Unreadable',
  detail: `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
})

/**
 * Why a file that is no known source should have been one, by its name or content; undefined for
 * foreign files, which are passed over.
 */
export function faultOfHead(
  name: string,
  head: Buffer,
  text: string,
  readers: readonly TabularReader[],
): { code: string; detail: string } | undefined {
  const isXml = /\.xml$/i.test(name)
  if (/\.csv$/i.test(name)) return faultOfCsv(name, head, text, readers)
  if (isXml || /\.zip$/i.test(name)) {
    if (head.length === 0) return { code: 'EmptyFile', detail: 'The file is empty.' }
    const kind = isXml ? 'XML' : 'a zip'
    if (isHtml(text)) {
      return { code: 'NotAsNamed', detail: `It is a web page saved as ${kind}; download it again.` }
    }
    // XML of something else is foreign, not broken.
    if (!isXml || !/^\s*</.test(text)) {
      return { code: 'NotAsNamed', detail: `By its name it is ${kind}, by its content it is not.` }
    }
  }
  return faultOfHeader(text, readers)
}

// What OFAC and SAM call theirs; these have no header by which a damaged one is told.
const LISTS =
  /(?:^|[\\/])(?:sdn|add|alt|(?:sdn|cons)_comments|cons_(?:prim|add|alt)|sam_exclusions\w*)\.csv$/i

function faultOfCsv(name: string, head: Buffer, text: string, readers: readonly TabularReader[]) {
  if (head.length === 0) return { code: 'EmptyFile', detail: 'The file is empty.' }
  if (isHtml(text)) {
    return { code: 'NotAsNamed', detail: 'It is a web page saved as CSV; download it again.' }
  }
  const fault = faultOfHeader(text, readers)
  if (fault || !LISTS.test(name)) return fault
  const detail =
    'By its name it is a restriction list, by its first rows it is not; download it again.'
  return { code: 'NotAsNamed', detail }
}

const isHtml = (text: string): boolean => /^\s*<(?:!doctype\s+html|html)[\s>]/i.test(text)

// Of the kinds with a header, what people call them.
const NAMES: Partial<Record<TabularReader['kind'], string>> = {
  bmf: 'the Business Master File',
  index: "an index of the IRS's returns",
  sam: 'an extract of SAM exclusions',
  award: "a table of USAspending's award summaries",
  'award-transaction': "a table of USAspending's transactions",
  subaward: "a table of USAspending's subawards",
  audit: "the Federal Audit Clearinghouse's table of audits",
}

function faultOfHeader(text: string, readers: readonly TabularReader[]) {
  for (const { kind, missingColumns } of readers) {
    const { missing, wanted } = missingColumns?.(text) ?? { missing: [], wanted: 0 }
    if (missing.length === 0 || missing.length > wanted * NEARLY) continue
    const columns = missing.length === 1 ? 'the column' : 'the columns'
    const detail =
      `By its header it is ${NAMES[kind] ?? 'a table of the IRS'}, but it lacks ${columns} ` +
      `${missing.join(', ')}; download it again and load it with every column.`
    return { code: 'MissingColumn', detail }
  }
  return undefined
}
