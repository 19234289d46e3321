/** Text of an element, as filed; an empty element is "". */
export type Leaf = string
export type BlockValue = Leaf | Block | (Leaf | Block)[]
/**
 * One element as JSON: local element name → value, repeats as an array in document order,
 * attributes as `@name`. The text of an element with attributes is `#text`.
 */
export type Block = { [name: string]: BlockValue }

/** The parts of one return: the ReturnHeader and each child of ReturnData. */
export type FilingBlocks = {
  block: string
  /** Counts repeats of one block in a return, from 1 (Schedule K, Schedule A of the 990-T). */
  ordinal: number
  content: Block
}[]

type Step = { name: string; index: number }

const STEP = /^(@?[\w.-]+|#text)(?:\[([1-9]\d{0,6})\])?$/

/** Parses `Name` or `Name[n]`, n from 1; without an index it means the first. */
function parseStep(text: string): Step | undefined {
  const match = STEP.exec(text)
  if (!match?.[1]) return undefined
  return { name: match[1], index: match[2] === undefined ? 1 : Number(match[2]) }
}

/** Parses `/IRS990/TotalRevenueGrp[1]/…` into steps; returns undefined for other text. */
export function parsePath(path: string): Step[] | undefined {
  if (!path.startsWith('/')) return undefined
  const steps = path.slice(1).split('/').map(parseStep)
  return steps.every((step) => step !== undefined) ? steps : undefined
}

// Own keys only: "constructor" in a client's path must not reach Object.prototype.
const child = (block: Block, name: string): BlockValue | undefined =>
  Object.hasOwn(block, name) ? block[name] : undefined

function follow(value: BlockValue | undefined, step: Step): Leaf | Block | undefined {
  if (Array.isArray(value)) return value[step.index - 1]
  return step.index === 1 ? value : undefined
}

/** Returns the element or leaf at a path; undefined if the return has none there. */
export function readElement(blocks: FilingBlocks, path: string): Leaf | Block | undefined {
  const [first, ...rest] = parsePath(path) ?? []
  if (first === undefined) return undefined
  let value: Leaf | Block | undefined = blocks.find(
    (part) => part.block === first.name && part.ordinal === first.index,
  )?.content
  for (const step of rest) {
    if (value === undefined || typeof value === 'string') return undefined
    value = follow(child(value, step.name), step)
  }
  return value
}

/** Returns the text of an element: itself, or its `#text` if it has attributes. */
export function textOf(value: BlockValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  if (Array.isArray(value)) return textOf(value[0])
  const text = child(value, '#text')
  return typeof text === 'string' ? text : undefined
}

/**
 * Returns the leaf at a path, for example `/IRS990/TotalRevenueGrp/TotalRevenueColumnAmt`,
 * `/ReturnHeader/Filer/EIN`, `/IRS990ScheduleK[2]/…`; indexes count from 1, attributes are
 * `/@name`. Undefined if the path is malformed or there is no leaf.
 */
export function readPath(
  blocks: FilingBlocks,
  path: string,
): { value: string; path: string } | undefined {
  const value = textOf(readElement(blocks, path))
  return value === undefined ? undefined : { value, path }
}
