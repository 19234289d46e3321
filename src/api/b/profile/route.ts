import { readProfile } from '#src/organizations/page/profile.ts'
import { DEMO, example, inPath } from '../../openapi/examples/demo.ts'
import { deepDive } from '../operation.ts'
import { presentProfile } from './present.ts'
import { profileData } from './schema.ts'

export const profileRoute = deepDive('/api/v2/charity/:ein/profile', {
  operationId: 'readProfile',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: "Get an organization's identity, mission, finances, governance, and trust spectrum",
  description:
    'Figures come from the latest filing of the primary form. If an organization is only in the registry, its profile has no filings.',
  data: profileData,
  envelope: 'ProfileEnvelope',
  read: (deps, { ein }) => readProfile(deps, ein),
  present: presentProfile,
})
