import { describe, expect, test } from 'vitest'
import { releaseTime, toReleaseId } from '#src/domain/release.ts'

describe('a release', () => {
  test('is named by its time, and found by either', () => {
    expect(releaseTime('20261121t033012345z')).toBe('2026-11-21T03:30:12.345Z')
    expect(toReleaseId('20261121t033012345z')).toBe('20261121t033012345z')
    expect(toReleaseId('2026-11-21T03:30:12.345Z')).toBe('20261121t033012345z')
  })

  test.each(['', 'yesterday', '2026-11-21', '2026-11-21T03:30:12Z', '20261121T033012345Z'])(
    'is not %j',
    (text) => {
      expect(toReleaseId(text)).toBeUndefined()
    },
  )
})
