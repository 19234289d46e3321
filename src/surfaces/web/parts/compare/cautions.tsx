import { formatEin } from '../../../../domain/ein.ts'
import { type Comparison, isCompared } from '../../../../profiles/compare.ts'

/** What makes the figures hard to compare, and who is not among them and why. */
export const CompareCautions = ({ comparison }: { comparison: Comparison }) => {
  const left = comparison.organizations.filter((one) => !isCompared(one))
  if (comparison.cautions.length + left.length === 0) return null
  return (
    <section aria-labelledby="mind">
      <h2 id="mind">Mind when comparing</h2>
      <ul class="notice">
        {comparison.cautions.map((caution) => (
          <li key={caution}>
            <bdi>{caution}</bdi>
          </li>
        ))}
        {left.map((one) => (
          <li key={one.ein}>
            <bdi>{one.name ?? `EIN ${formatEin(one.ein)}`}</bdi> is not compared:{' '}
            {'why' in one && one.why}
          </li>
        ))}
      </ul>
    </section>
  )
}
