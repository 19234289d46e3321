import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { type CompareAddress, comparePath } from '#src/web/compare/address.ts'

type Props = { address: CompareAddress; compared: readonly ComparedOrganization[] }

// A decade and a half of filings is published; more links than these are no choice any more.
const MOST_YEARS = 8

/** Tax years that all of them have filed for, to compare like with like. */
export const CompareYears = ({ address, compared }: Props) => {
  const [first, ...others] = compared
  const years = (first?.taxYears ?? []).filter((year) =>
    others.every(({ taxYears }) => taxYears.includes(year)),
  )
  if (years.length === 0 || others.length === 0) return null
  const { year: chosen, ...latest } = address
  return (
    <nav class="years" aria-label="Tax year">
      <ul class="chips">
        <Choice path={comparePath(latest)} isChosen={chosen === undefined}>
          Latest of each
        </Choice>
        {years.slice(0, MOST_YEARS).map((year) => (
          <Choice key={year} path={comparePath({ ...address, year })} isChosen={chosen === year}>
            {String(year)}
          </Choice>
        ))}
      </ul>
    </nav>
  )
}

type ChoiceProps = { path: string; isChosen: boolean; children: string }

const Choice = ({ path, isChosen, children }: ChoiceProps) => (
  <li>
    <a class="chip" href={path} aria-current={isChosen ? 'true' : undefined}>
      {children}
    </a>
  </li>
)
