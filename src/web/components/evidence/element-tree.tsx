import type { Block, BlockValue, Leaf } from '#src/domain/blocks.ts'
import { parseWhole } from '#src/domain/exact-numbers.ts'
import { type FactValue, readAs } from '#src/domain/facts/read-facts.ts'
import { leafSubject } from '#src/domain/facts/subjects.ts'
import { Value } from '../value.tsx'
import { spellName, unitByName } from './element-names.ts'
import { type ElementNode, toNodes } from './element-nodes.ts'

type Props = {
  ein: string
  content: Leaf | Block
  /** Path of the element in its return; without one nothing in it can be named by a Ref. */
  path?: string | undefined
  refOf: (path: string) => string
}

/** An element as filed, readable: names of elements in words, each leaf with its evidence. */
export const ElementTree = ({ ein, content, path, refOf }: Props) => {
  const { nodes, leftOut } = toNodes(content, path)
  return (
    <div class="element">
      <Nodes ein={ein} nodes={nodes} refOf={refOf} />
      {leftOut > 0 && (
        <p class="quiet note">
          {leftOut.toLocaleString('en-US')} more values are not shown here; the API has them all.
        </p>
      )}
    </div>
  )
}

type NodesProps = Pick<Props, 'ein' | 'refOf'> & { nodes: readonly ElementNode[] }

const Nodes = ({ ein, nodes, refOf }: NodesProps) => (
  <dl class="facts">
    {nodes.map((node, at) => (
      <div key={at} class={node.inner ? 'nested' : undefined}>
        <dt>{labelOf(node)}</dt>
        <dd>
          {node.inner ? (
            <Nodes ein={ein} nodes={node.inner} refOf={refOf} />
          ) : (
            <LeafValue ein={ein} node={node} refOf={refOf} />
          )}
        </dd>
      </div>
    ))}
  </dl>
)

type LeafProps = Pick<Props, 'ein' | 'refOf'> & { node: ElementNode }

/** A leaf as the catalogue reads it; where it does not know it, as its name says, else as filed. */
export const LeafValue = ({ ein, node, refOf }: LeafProps) => {
  const { path } = node
  return (
    <Value
      ein={ein}
      label={labelOf(node)}
      {...readLeaf(node)}
      ref_={path === undefined ? undefined : refOf(path)}
    />
  )
}

/** The value of a leaf, with its unit where it has one. */
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

/** What a leaf is called: by the catalogue, else by its element's name in words. */
export function labelOf({ name, path }: ElementNode): string {
  const known = path === undefined ? undefined : leafSubject(path)?.label
  return known ?? spellName(name)
}

/** What a leaf filed alone is as a node. */
export const leafNode = (name: string, value: BlockValue, path?: string): ElementNode => ({
  name,
  text: typeof value === 'string' ? value : '',
  ...(path !== undefined && { path }),
})
