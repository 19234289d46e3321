import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDemo } from '#indexer/demo/generate.ts'
import { openProfiles, type ProfilesWorld } from './profiles-world.ts'

/** Those placed by hand (indexer/demo/README.md) and a few others; made and loaded in seconds. */
const ORGANIZATIONS = 80

/** The application over the demo's made-up organizations, loaded by the real loader. */
export async function openDemo(name: string): Promise<ProfilesWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-'))
  await generateDemo({ folder, organizations: ORGANIZATIONS })
  const world = await openProfiles(name, [folder])
  return {
    ...world,
    close: async () => {
      await world.close()
      await rm(folder, { recursive: true })
    },
  }
}
