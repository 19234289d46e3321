import { afterAll, beforeAll } from 'vitest'

type Opened = { close(): Promise<unknown> } | { drop(): Promise<unknown> }

/** Opens a world or a store before the tests of a file or block, and closes it after them. */
export function opened<World extends Opened>(open: () => Promise<World>): World {
  const world = {} as World
  beforeAll(async () => {
    Object.assign(world, await open())
  })
  afterAll(() => ('drop' in world ? world.drop() : world.close?.()))
  return world
}
