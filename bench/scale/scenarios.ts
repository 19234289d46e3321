import { asA, asB, INTENTS, type Scenario } from '../queries.ts'
import type { JudgedName } from './judged-names.ts'

/** The identity searches: the name as the award's record has it. */
export const identityOf = (known: readonly JudgedName[]): Scenario => ({
  name: 'A identity',
  requests: known.map(({ name }) => ({ Query: name })),
  isNewText: false,
  ask: asA,
})

// Frequent words of names, each in a state of the registry's extracts.
const LISTED = ['church', 'foundation', 'school', 'baptist', 'arts', 'youth', 'hospital', 'club']
const STATES = ['CT', 'KY', 'LA', 'NE', 'DC', 'UT', 'MS', 'NV']

const PEOPLE = ['Maria Garcia', 'John Smith', 'Sarah Johnson', 'Patel', 'jon smyth', 'Lee Chen']

/** Requests whose time is limited, and not compared with peers. */
export function limitedScenarios(known: readonly JudgedName[]): Scenario[] {
  const names = known.slice(0, 16).map(({ name }) => name)
  const inState = (at: number) => STATES[at % STATES.length] ?? ''
  const plain = { isNewText: false }
  return [
    {
      ...plain,
      name: 'A identity, facets',
      requests: names.map((Query) => ({ Query, Facets: 'true' })),
      ask: asA,
    },
    {
      ...plain,
      name: 'A list, sort, facets',
      requests: LISTED.map((Query, at) => ({
        ...{ Query, State: inState(at), Sort: 'Revenue', Facets: 'true' },
      })),
      ask: asA,
    },
    {
      ...plain,
      name: 'A discovery, facets',
      requests: INTENTS.map((Query, at) => ({
        ...{ Query, Mode: 'Discovery', State: inState(at), Facets: 'true' },
      })),
      ask: asA,
    },
    {
      ...plain,
      name: 'B plain words',
      requests: [...names.slice(0, 8), ...INTENTS.slice(0, 8)].map((q) => ({ q })),
      ask: asB,
    },
    {
      ...plain,
      name: 'search page',
      path: '/',
      requests: [...names.slice(0, 8), ...INTENTS.slice(0, 8)].map((Query) => ({ Query })),
    },
    {
      ...plain,
      name: 'A people',
      path: '/api/v2/people',
      requests: PEOPLE.flatMap((Name, at) => [{ Name }, { Name, State: inState(at) }]),
    },
    {
      ...plain,
      name: 'A grants, facets',
      path: '/api/v2/grants',
      requests: ['literacy programs', 'food pantry', 'general support', 'scholarships'].map(
        (Query) => ({ ...{ Query, State: 'OH', MinAmount: '50000', Facets: 'true' } }),
      ),
    },
  ]
}
