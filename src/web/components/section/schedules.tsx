import { refsOf } from '#src/domain/evidence.ts'
import type {
  SchedulesData as Data,
  ScheduleElement,
  Section,
} from '#src/organizations/sections/section-data.ts'
import { evidencePath } from '#src/web/links.ts'
import { spellName } from '../evidence/element-names.ts'
import { ElementTree, LeafValue, labelOf, leafNode } from '../evidence/element-tree.tsx'
import { SourceLink } from '../value.tsx'

type Props = { ein: string; data: Data; index: Section['index'] }

/** Every element of every schedule, in filed order; the first page has the index of them. */
export const SchedulesData = ({ ein, data: { filing, elements }, index = [] }: Props) => (
  <>
    {index.length > 0 && (
      <nav aria-label="Schedules of this filing">
        <h2>Schedules and attachments</h2>
        <ul class="chips">
          {index.map(({ name, ref }, at) => (
            <li key={at}>
              {ref === undefined ? (
                <span class="chip">{name}</span>
              ) : (
                <a class="chip" href={evidencePath(ein, ref)}>
                  {name}
                </a>
              )}
            </li>
          ))}
        </ul>
      </nav>
    )}
    {groupByLabel(elements).map(({ label, own }, at) => (
      <section key={at}>
        <h2>{label}</h2>
        {groupLeaves(own).map((group, place) => (
          <Group key={place} ein={ein} group={group} refOf={refsOf(filing)} />
        ))}
      </section>
    ))}
  </>
)

type GroupProps = { ein: string; group: ScheduleElement[]; refOf: (path: string) => string }

/** Leaves that follow each other as one list; any other element by itself. */
const Group = ({ ein, group, refOf }: GroupProps) => {
  const [first] = group
  if (first && typeof first.content !== 'string') {
    const { element, content, path } = first
    return (
      <article class="card">
        <h3>{spellName(element)}</h3>
        {path !== undefined && (
          <p>
            <SourceLink ein={ein} label={spellName(element)} ref_={refOf(path)} />
          </p>
        )}
        <ElementTree ein={ein} content={content} path={path} refOf={refOf} />
      </article>
    )
  }
  const nodes = group.map(({ element, content, path }) => leafNode(element, content, path))
  return (
    <dl class="facts">
      {nodes.map((node, at) => (
        <div key={at}>
          <dt>{labelOf(node)}</dt>
          <dd>
            <LeafValue ein={ein} node={node} refOf={refOf} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Elements of one schedule after the other. */
function groupByLabel(elements: readonly ScheduleElement[]) {
  const groups: { label: string; own: ScheduleElement[] }[] = []
  for (const one of elements) {
    const last = groups.at(-1)
    if (last?.label === one.label) last.own.push(one)
    else groups.push({ label: one.label, own: [one] })
  }
  return groups
}

/** Leaves that stand next to each other together, every other element alone. */
export function groupLeaves(elements: readonly ScheduleElement[]): ScheduleElement[][] {
  const groups: ScheduleElement[][] = []
  for (const one of elements) {
    const last = groups.at(-1)
    const isLeaf = typeof one.content === 'string'
    if (isLeaf && typeof last?.[0]?.content === 'string') last.push(one)
    else groups.push([one])
  }
  return groups
}
