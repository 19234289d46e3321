import { describe, expect, it } from 'vitest'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { MAX_PEOPLE, readPeople } from '#src/organizations/people/people.ts'
import { makeFiling } from './made-filing.ts'

describe('people for derived figures', () => {
  it.each([
    ['more than are read at once', MAX_PEOPLE, 1],
    ['nobody', 0, 0],
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
