import { z } from 'zod'
import { readFlows } from '#src/organizations/figures/money-flow.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { required } from '../shared/schemas.ts'
import { moneyFlow, toMoneyFlow } from '../shared/sections.ts'
import { primaryYear, yearsOf } from './fields.ts'
import { deepDive } from './operation.ts'
import { control, toControl } from './profile/route.ts'

export const flowsRoute = deepDive('/api/v2/charity/:ein/flows', {
  operationId: 'readFlows',
  examples: example("An organization's latest year", { path: inPath(DEMO.turkanaWells) }),
  summary: 'Get the money flow from revenue sources to spending, with balances and controls',
  query: z.strictObject({ year: primaryYear }),
  envelope: 'FlowsEnvelope',
  data: {
    years: required.array(z.int(), 'Tax years of the form, latest first.'),
    flow: moneyFlow,
    controls: z.array(control),
  },
  read: (deps, { ein, query: { year } }) => readFlows(deps, ein, year),
  present: ({ organization, filing, flow, controls }) => ({
    years: yearsOf(organization, filing.form),
    flow: toMoneyFlow(flow),
    controls: controls.map(toControl),
  }),
})
