import { refsOf } from '#src/domain/evidence.ts'
import type {
  SchedulesData as Data,
  ScheduleElement,
  Section,
} from '#src/organizations/sections/section-data.ts'
import { evidencePath } from '#src/web/links.ts'
import { ElementTree, leafNode, Nodes, spellName } from '../evidence/element-tree.tsx'
import { SourceLink } from '../figure.tsx'

type Props = { ein: string; data: Data; index: Section['index'] }

/** Every element of every schedule, in filed order; the first page has an index of schedules. */
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
    {groupRuns(elements, (one, last) => one.label === last.label).map((own, at) => (
      <section key={at}>
        <h2>{own[0]?.label}</h2>
        {groupLeaves(own).map((group, place) => (
          <Group key={place} ein={ein} group={group} refOf={refsOf(filing)} />
        ))}
      </section>
    ))}
  </>
)

type GroupProps = { ein: string; group: ScheduleElement[]; refOf: (path: string) => string }

/** Shows consecutive leaves as one list, and any other element by itself. */
const Group = ({ ein, group, refOf }: GroupProps) => {
  const [first] = group
  if (!first || typeof first.content === 'string') {
    const nodes = group.map(({ element, content, path }) => leafNode(element, content, path))
    return <Nodes ein={ein} nodes={nodes} refOf={refOf} />
  }
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

/** Groups consecutive leaves; every other element is a group of its own. */
const groupLeaves = (elements: readonly ScheduleElement[]): ScheduleElement[][] =>
  groupRuns(elements, (one, last) =>
    [one, last].every(({ content }) => typeof content === 'string'),
  )

/** Groups consecutive items; `belongs` compares an item with the one before. */
function groupRuns<Item>(
  items: readonly Item[],
  belongs: (one: Item, last: Item) => boolean,
): Item[][] {
  const groups: Item[][] = []
  for (const one of items) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last !== undefined && belongs(one, last)) group.push(one)
    else groups.push([one])
  }
  return groups
}
