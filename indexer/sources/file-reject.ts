import type { TabularReader } from './source.ts'

/** A file that was meant to be loaded but cannot be read. `code` is UpperCamelCase and stable. */
export type FileReject = { path: string; member?: string; code: string; detail: string }

// Half of a kind's columns: no other table shares so many names, and an export with columns left
// out still does.
const NEARLY = 0.5

/** Returns the reject of a file or folder that cannot be opened. */
export const unreadable = (path: string, error: unknown): FileReject => ({
  path,
  code: 'Unreadable',
  detail: `The file cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
})

/**
 * Returns why an unrecognized file looks like a known source, by its name or content; undefined for
 * unrelated files, which are skipped.
 */
export function faultOfHead(
  name: string,
  head: Buffer,
  text: string,
  readers: readonly TabularReader[],
): { code: string; detail: string } | undefined {
  const named = KINDS.find(([pattern]) => pattern.test(name))?.[1]
  if (named === undefined) return faultOfHeader(text, readers)
  if (head.length === 0) return { code: 'EmptyFile', detail: 'The file is empty.' }
  const notAsNamed = (detail: string) => ({
    code: 'NotAsNamed',
    detail: `${detail}. Download the file again.`,
  })
  if (isHtml(text)) return notAsNamed(`Expected ${named}; found a web page`)
  // Other XML is unrelated, not broken.
  if (named === 'a zip' || (named === 'XML' && !/^\s*</.test(text))) {
    return notAsNamed(`The file name suggests ${named}, but the content does not match`)
  }
  const fault = faultOfHeader(text, readers)
  if (fault || !LISTS.test(name)) return fault
  return notAsNamed('The file name suggests a restriction list, but the first rows do not match')
}

const KINDS: [RegExp, string][] = [
  [/\.csv$/i, 'CSV'],
  [/\.xml$/i, 'XML'],
  [/\.zip$/i, 'a zip'],
]

// Names that OFAC and SAM use. OFAC's lists have no header by which to recognize a damaged one.
const LISTS =
  /(?:^|[\\/])(?:sdn|add|alt|(?:sdn|cons)_comments|cons_(?:prim|add|alt)|sam_exclusions\w*)\.csv$/i

const isHtml = (text: string): boolean => /^\s*<(?:!doctype\s+html|html)[\s>]/i.test(text)

// Common names of the kinds that have a header.
const NAMES: Partial<Record<TabularReader['kind'], string>> = {
  bmf: 'the Business Master File',
  index: 'an IRS index of returns',
  sam: 'a SAM exclusions extract',
  award: 'a USAspending table of award summaries',
  'award-transaction': 'a USAspending table of transactions',
  subaward: 'a USAspending table of subawards',
  audit: "the Federal Audit Clearinghouse's table of audits",
}

function faultOfHeader(text: string, readers: readonly TabularReader[]) {
  for (const { kind, missingColumns } of readers) {
    const { missing, wanted } = missingColumns?.(text) ?? { missing: [], wanted: 0 }
    if (missing.length === 0 || missing.length > wanted * NEARLY) continue
    const columns = missing.length === 1 ? 'the column' : 'the columns'
    const detail =
      `The header matches ${NAMES[kind] ?? 'an IRS table'} but lacks ${columns} ` +
      `${missing.join(', ')}. Download the file again with all columns.`
    return { code: 'MissingColumn', detail }
  }
  return undefined
}
