import { errorBody } from '#src/api/a/operation.ts'
import { readA } from './answers-a.ts'
import type { ProfilesWorld } from './profiles-world.ts'
import { keyed } from './sector-world.ts'

export type MoneyWorld = ProfilesWorld & {
  /** Headers with a key. */
  headers: Record<string, string>
  /** Returns the body of a response with a key, which must be 200. */
  read<Body = unknown>(url: string): Promise<Body>
  /** Returns status and detail of a rejection. */
  refuse(url: string): Promise<{ status: number; detail: unknown }>
}

/** A world that sends requests with its own key. */
export async function withKey(world: ProfilesWorld): Promise<MoneyWorld> {
  const headers = await keyed(world.postgres, 'Internal')
  return {
    ...world,
    headers,
    read: (url) => readA(world, url, headers),
    refuse: async (url) => {
      const { status, body } = await world.get(url, headers)
      return { status, detail: errorBody.parse(body).detail }
    },
  }
}
