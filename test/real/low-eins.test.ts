import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { hasRealData, REAL_DATA } from './real-data.ts'

describe.skipIf(!hasRealData)('a revoked organization with the real EIN 000267075', () => {
  const EIN = '000267075'
  let world: ProfilesWorld

  beforeAll(async () => {
    world = await openProfiles('low_real', [
      join(REAL_DATA, 'irs-lists/revocation_sample_316rows.txt'),
    ])
  })
  afterAll(() => world?.close())

  test('has a profile on surface B, and its page says what is known', async () => {
    const profile = await world.get(`/api/v2/charity/${EIN}/profile`)
    expect(profile.status, JSON.stringify(profile.body)).toBe(200)
    const page = await world.get(`/api/v2/charity/${EIN}/page`)
    expect(page.status).toBe(404)
    expect(JSON.stringify(page.body)).toContain('revoked exemptions')
    expect((await world.app.inject(`/charity/${EIN}`)).body).toContain('00-0267075')
  })
})
