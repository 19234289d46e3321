import type { FastifyReply } from 'fastify'
import { ApiError } from '../../../errors.ts'
import type { ProfileDeps } from '../../../profiles/deps.ts'
import { openProfile } from '../../../profiles/open-profile.ts'
import { hasFiling } from '../../../profiles/select-filing.ts'
import type { Site } from '../parts/layout.tsx'
import { RegisteredOnlyPage } from '../parts/registered-only.tsx'
import { sendPage } from '../render.ts'

/**
 * Answers for an organization that cannot be opened: 404 with what the IRS's lists say of one that
 * filed nothing. Throws the error that was met for any other, and ApiError StoreUnavailable.
 */
export async function sendRegisteredOnly(
  reply: FastifyReply,
  deps: ProfileDeps,
  site: Site,
  ein: string,
  met: unknown,
): Promise<FastifyReply> {
  if (!(met instanceof ApiError && met.code === 'ProfileNotFound')) throw met
  const organization = await openProfile(deps, ein)
  if (hasFiling(organization)) throw met
  reply.code(404).header('Cache-Control', 'no-store')
  return sendPage(reply, <RegisteredOnlyPage site={site} organization={organization} />)
}
