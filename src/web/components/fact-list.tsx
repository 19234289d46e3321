import type { SectionFact } from '#src/organizations/sections/section-data.ts'
import { Value } from './value.tsx'

type Props = {
  ein: string
  facts: readonly Pick<SectionFact, 'key' | 'label' | 'unit' | 'value' | 'ref'>[]
  /** How many are shown at most; whoever cuts links to the whole. */
  limit?: number | undefined
}

/** Facts with their labels, each value a link to where it was filed. */
export const FactList = ({ ein, facts, limit }: Props) => (
  <dl class="facts">
    {facts.slice(0, limit).map(({ key, label, unit, value, ref }) => (
      <div key={key}>
        <dt>{label}</dt>
        <dd class={typeof value === 'string' ? undefined : 'number'}>
          <Value ein={ein} label={label} value={value} unit={unit} ref_={ref} />
        </dd>
      </div>
    ))}
  </dl>
)
