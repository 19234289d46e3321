import type { ComponentChildren } from 'preact'
import { COMPARED_GROUPS } from '#src/figures/sets.ts'
import type { ComparedField, ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { toLabel } from '#src/web/charts/labels.ts'
import type { CompareAddress } from '#src/web/compare/address.ts'
import { Name } from '../name.tsx'
import { Scroll } from '../scroll.tsx'
import { CompareHead } from './head.tsx'
import { CategoryRows, ReadinessRow, ScoreRow } from './rating.tsx'
import { type Cell, CompareRow } from './row.tsx'

type Props = { address: CompareAddress; compared: readonly ComparedOrganization[] }

/** Figures in rows, organizations in columns; every figure leads to where it was filed. */
export const CompareTable = ({ address, compared }: Props) => {
  const rows = COMPARED_GROUPS.map(({ title, figures }) => ({
    title,
    rows: figures
      .map((key) => rowOf(compared, (one) => one.figures.find((field) => field.key === key)))
      .filter(isTold),
  }))
  const governance = (compared[0]?.governance ?? [])
    .map(({ key }) => rowOf(compared, (one) => one.governance.find((field) => field.key === key)))
    .filter(isTold)
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">Figures</h2>
      <p class="quiet">
        A bar is as long as its figure is large beside the others of its row, and says nothing about
        which is better. A figure is a link to the line it was filed on.
      </p>
      {compared.length > 1 && (
        <p class="quiet sideways">
          The table scrolls sideways; what each row tells stays in sight.
        </p>
      )}
      <Scroll name="Figures side by side">
        <table class="compare">
          <caption class="hidden">Figures, rating and governance side by side</caption>
          <CompareHead address={address} compared={compared} />
          <Group title="Rating and diligence" compared={compared}>
            <ScoreRow compared={compared} />
            <CategoryRows compared={compared} />
            <ReadinessRow compared={compared} />
          </Group>
          {rows.map(
            (group) =>
              group.rows.length > 0 && (
                <Group key={group.title} title={group.title} compared={compared}>
                  {group.rows.map((fields) => (
                    <CompareRow key={fields[0]?.field?.key} cells={fields} />
                  ))}
                </Group>
              ),
          )}
          {governance.length > 0 && (
            <Group title="Governance" compared={compared}>
              {governance.map((fields) => (
                <CompareRow key={fields[0]?.field?.key} cells={fields} />
              ))}
            </Group>
          )}
        </table>
      </Scroll>
      <p class="quiet">
        Lines that none of the forms compared has are left out. Ratings rank each organization among
        peers of its own kind and size, so that two scores are of two groups of peers.
      </p>
    </section>
  )
}

const rowOf = (
  compared: readonly ComparedOrganization[],
  pick: (one: ComparedOrganization) => ComparedField<string> | undefined,
): Cell[] => compared.map((one) => ({ one, field: pick(one) }))

/** Whether any of the forms has the line. */
const isTold = (cells: readonly Cell[]): boolean =>
  cells.some(({ field }) => field && field.unknown?.state !== 'NotOnForm')

// Two lines of a column.
const NAME_LENGTH = 30

type GroupProps = Pick<Props, 'compared'> & { title: string; children: ComponentChildren }

/** Rows under a title; the names once more are for the eye, who hears the table hears its heads. */
const Group = ({ title, compared, children }: GroupProps) => (
  <tbody>
    <tr class="group">
      <th scope="rowgroup">{title}</th>
      {compared.map(({ ein, name }) => (
        <td key={ein} class="quiet" aria-hidden="true">
          <Name>{toLabel(name, NAME_LENGTH)}</Name>
        </td>
      ))}
    </tr>
    {children}
  </tbody>
)
