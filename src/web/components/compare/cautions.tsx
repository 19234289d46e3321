import { formatEin } from '#src/domain/ein.ts'
import {
  type Comparison,
  isCompared,
  type NotCompared,
} from '#src/organizations/compare/compare.ts'
import { organizationPath } from '#src/web/links.ts'
import { Name } from '../name.tsx'
import { ReadinessShown } from './readiness.tsx'

/** What makes the figures hard to compare, and who is not among them, why, and what is known of it. */
export const CompareCautions = ({ comparison }: { comparison: Comparison }) => {
  const left = comparison.organizations.flatMap((one) => (isCompared(one) ? [] : [one]))
  if (comparison.cautions.length + left.length === 0) return null
  return (
    <section aria-labelledby="mind">
      <h2 id="mind">Mind when comparing</h2>
      <ul class="notice">
        {comparison.cautions.map((caution) => (
          <li key={caution}>
            <Name>{caution}</Name>
          </li>
        ))}
        {left.map((one) => (
          <li key={one.ein}>
            <Left {...one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Left = ({ ein, name, readiness, why }: NotCompared) => (
  <>
    {name === undefined ? (
      `EIN ${formatEin(ein)}`
    ) : (
      <a href={organizationPath(ein)}>
        <Name>{name}</Name>
      </a>
    )}{' '}
    is not compared: <Name>{forPeople(why)}</Name>{' '}
    {readiness && <ReadinessShown name={name ?? formatEin(ein)} readiness={readiness} />}
  </>
)

/** Without the address that programs are told; the name beside it is the link. */
const forPeople = (why: string): string => why.replace(/; \/api\/\S+ [^;]*$/, '.')
