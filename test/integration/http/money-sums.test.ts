import { describe } from 'vitest'

import { readPaidRows } from './money-oracle.ts'
import { withKey } from './money-world.ts'
import { openDemo } from './profiles-world.ts'

import { proveSums } from './prove-sums.ts'

describe('the demo', () => {
  proveSums(async () => {
    const world = await withKey(await openDemo('money_demo'))
    return { world, rows: await readPaidRows(world.postgres) }
  })
})
