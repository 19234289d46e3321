import { readFile } from 'node:fs/promises'

type Data = Record<string, unknown>
type Output = { output_type: string; name?: string; data?: Data; text?: string[] }
export type Cell = {
  id: string
  cell_type: string
  source: string[]
  metadata: { tags?: string[] }
  execution_count?: number | null
  outputs?: Output[]
}
export type Notebook = { cells: Cell[]; metadata: object }

// A kernel's own data (its version, its times) is irrelevant to readers.
const METADATA = {
  kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
  language_info: { name: 'python' },
}

/**
 * Reads a notebook without what depends on the kernel and the machine: times, versions, and the
 * chunks of printed text.
 */
export async function readNotebook(file: string): Promise<Notebook> {
  const notebook = JSON.parse(await readFile(file, 'utf8')) as Notebook
  const cells = notebook.cells.map((cell) => ({
    ...cell,
    ...(cell.outputs && { outputs: joinStreams(cell.outputs) }),
    metadata: tagsOf(cell),
  }))
  return { ...notebook, cells, metadata: METADATA }
}

const tagsOf = ({ metadata: { tags } }: Cell) => (tags ? { tags } : {})

/** Joins neighboring outputs of one stream, because a kernel may send one `print` in two. */
function joinStreams(outputs: Output[]): Output[] {
  const joined: Output[] = []
  for (const output of outputs) {
    const last = joined.at(-1)
    const isSameStream = output.output_type === 'stream' && output.name === last?.name
    if (!last || !isSameStream) joined.push(output)
    else joined[joined.length - 1] = { ...last, text: linesOf([last, output]) }
  }
  return joined
}

const linesOf = (outputs: Output[]) =>
  outputs
    .flatMap(({ text = [] }) => text)
    .join('')
    .split(/(?<=\n)/)

/** Formats a notebook as Jupyter writes it. */
export const toText = (notebook: Notebook): string => `${JSON.stringify(notebook, null, 1)}\n`

/**
 * Returns what two runs over the same data share: everything except the outputs of cells tagged
 * `volatile` and the bytes of pictures, which depend on fonts and the day of the release.
 */
export const toComparable = ({ cells }: Notebook) =>
  cells.map((cell) => ({
    ...cell,
    outputs: cell.metadata.tags?.includes('volatile')
      ? cell.outputs?.length
      : cell.outputs?.map(withoutPicture),
  }))

const withoutPicture = (output: Output) => ({
  ...output,
  ...(output.data && {
    data: { ...output.data, ...('image/png' in output.data && { 'image/png': 'a picture' }) },
  }),
})

export const printedBy = ({ cells }: Notebook, id: string): string =>
  (cells.find((cell) => cell.id === id)?.outputs ?? []).flatMap(({ text = [] }) => text).join('')
