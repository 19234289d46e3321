import type { Block, BlockValue, Leaf } from '#src/domain/blocks.ts'
import { parseWhole } from '#src/domain/exact-numbers.ts'
import { type FactValue, readAs } from '#src/domain/facts/read-facts.ts'
import { isRefPath, leafSubject } from '#src/domain/facts/subjects.ts'
import { formatCount } from '#src/domain/money.ts'
import { Value } from '../figure.tsx'

type Props = {
  ein: string
  content: Leaf | Block
  /** The path of the element in its return; without it, nothing in the element can have a Ref. */
  path?: string | undefined
  refOf: (path: string) => string
}

/** An element as filed: names of elements in words, each leaf with its evidence. */
export const ElementTree = ({ ein, content, path, refOf }: Props) => {
  const { nodes, leftOut } = toNodes(content, path)
  return (
    <div class="element">
      <Nodes ein={ein} nodes={nodes} refOf={refOf} />
      {leftOut > 0 && (
        <p class="quiet note">{`${formatCount(leftOut)} more values are not shown. To get all of them, use the API.`}</p>
      )}
    </div>
  )
}

type NodesProps = Pick<Props, 'ein' | 'refOf'> & { nodes: readonly ElementNode[] }

/** Elements as a list of their labels and values. */
export const Nodes = ({ ein, nodes, refOf }: NodesProps) => (
  <dl class="facts">
    {nodes.map((node, at) => {
      const { path, inner } = node
      return (
        <div key={at} class={inner ? 'nested' : undefined}>
          <dt>{labelOf(node)}</dt>
          <dd>
            {inner ? (
              <Nodes ein={ein} nodes={inner} refOf={refOf} />
            ) : (
              <Value
                ein={ein}
                label={labelOf(node)}
                {...readLeaf(node)}
                ref_={path === undefined ? undefined : refOf(path)}
              />
            )}
          </dd>
        </div>
      )
    })}
  </dl>
)

/** Returns a leaf as the catalog reads it, or by the ending of its name, or as filed. */
export function readLeaf({ name, path, text = '' }: ElementNode): {
  value: FactValue
  unit?: string | undefined
} {
  const filed = text.trim()
  const subject = path === undefined ? undefined : leafSubject(path)
  if (filed === '') return { value: filed, unit: subject?.unit }
  if (subject) return { value: readAs(subject.kind, filed), unit: subject.unit }
  const unit = unitByName(name)
  const number = unit && parseWhole(filed)
  return number === undefined ? { value: filed } : { value: number, unit }
}

function labelOf({ name, path }: ElementNode): string {
  const known = path === undefined ? undefined : leafSubject(path)?.label
  return known ?? spellName(name)
}

/** An element of a return: a text, or the elements in it. */
type ElementNode = {
  name: string
  /** Absent if the element cannot have a Ref. */
  path?: string
  text?: string
  inner?: ElementNode[]
}

export const leafNode = (name: string, value: BlockValue, path?: string): ElementNode => ({
  name,
  text: typeof value === 'string' ? value : '',
  ...(path !== undefined && { path }),
})

/** The longest rows of schedules have about 60 leaves; anything longer is a list. */
const MAX_LEAVES = 200

/** Returns the content of an element in filed order; `leftOut` counts leaves beyond the limit. */
export function toNodes(
  content: Leaf | Block,
  path?: string,
): { nodes: ElementNode[]; leftOut: number } {
  const budget = { left: MAX_LEAVES, leftOut: 0 }
  const block = typeof content === 'string' ? { '#text': content } : content
  return { nodes: nodesIn(block, path, budget), leftOut: budget.leftOut }
}

type Budget = { left: number; leftOut: number }

const nodesIn = (block: Block, path: string | undefined, budget: Budget): ElementNode[] =>
  Object.entries(block).flatMap(([name, value]) =>
    [value].flat().flatMap((item, at) => {
      // Looking up paths takes most of the time, and leaves beyond the limit need none.
      const own = budget.left > 0 ? pathOf(path, name, at) : undefined
      return toNode(name, item, own, budget) ?? []
    }),
  )

function toNode(
  name: string,
  item: Leaf | Block,
  path: string | undefined,
  budget: Budget,
): ElementNode | undefined {
  const node = { name: name === '#text' ? 'Text' : name, ...(path !== undefined && { path }) }
  if (typeof item !== 'string') {
    const inner = nodesIn(item, path, budget)
    return inner.length > 0 ? { ...node, inner } : undefined
  }
  if (budget.left === 0) {
    budget.leftOut += 1
    return undefined
  }
  budget.left -= 1
  return { ...node, text: item }
}

/** Returns an indexed path if the catalog lists the repeat; otherwise only the first has a path. */
function pathOf(above: string | undefined, name: string, at: number): string | undefined {
  if (above === undefined) return undefined
  if (name === '#text') return above
  const [indexed, plain] = [`${above}/${name}[${at + 1}]`, `${above}/${name}`]
  if (isRefPath(indexed)) return indexed
  return at === 0 && isRefPath(plain) ? plain : undefined
}

// Abbreviations in element names of the IRS; '' is a type suffix without meaning for readers.
const SPELLED: Readonly<Record<string, string>> = {
  Addr: 'Address',
  Amt: 'Amount',
  Asst: 'Assistance',
  Cnt: 'Count',
  Contri: 'Contributions',
  Desc: 'Description',
  Distri: 'Distributions',
  Dt: 'Date',
  Govt: 'Government',
  Grp: '',
  Incm: 'Income',
  Ind: '',
  Invst: 'Investment',
  Nm: 'Name',
  Num: 'Number',
  Org: 'Organization',
  Pct: 'Percent',
  Pymt: 'Payment',
  Rcpts: 'Receipts',
  Rcvd: 'Received',
  Rt: 'Ratio',
  Tot: 'Total',
  Txbl: 'Taxable',
  Txt: '',
  Yr: 'Year',
}

const WORDS = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=\d)/g

/** Returns `CashGrantAmt` as "Cash Grant Amount". */
export const spellName = (name: string): string => {
  const bare = name.replace(/^@/, '').replace(/\[\d+\]$/, '')
  const words = bare.replaceAll('_', ' ').replaceAll(WORDS, ' ').split(' ')
  return (
    words
      .map((word) => SPELLED[word] ?? word)
      .filter((word) => word !== '')
      .join(' ') || bare
  )
}

/** Returns the unit of a number by the ending of its element's name. */
function unitByName(name: string): 'USD' | 'count' | undefined {
  if (/Amt(\[\d+\])?$/.test(name)) return 'USD'
  return /Cnt(\[\d+\])?$/.test(name) ? 'count' : undefined
}
