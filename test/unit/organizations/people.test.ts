import { describe, expect, it } from 'vitest'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { MAX_PEOPLE, readPeople } from '#src/organizations/people/people.ts'
import { makeFiling } from './made-filing.ts'

describe('people for derived figures', () => {
  it.each([
    ['more than one read returns', MAX_PEOPLE, 1],
    ['no people', 0, 0],
  ])('are unknown, and not read, with %s', async (_, officers, employees) => {
    const rows = {
      '/IRS990EZ/OfficerDirectorTrusteeEmplGrp': officers,
      '/IRS990EZ/CompensationHighestPaidEmplGrp': employees,
    }
    const filing = { ...makeFiling('990EZ', {}), contents: { blocks: [], rows, cut: [] } }
    const noStore = {} as ProfileDeps
    expect(await readPeople(noStore, filing)).toBeUndefined()
  })
})
