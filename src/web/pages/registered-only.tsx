import type { FastifyReply } from 'fastify'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { hasFiling } from '#src/organizations/filings/select-filing.ts'
import { openProfile } from '#src/organizations/open-profile.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Site } from '../components/layout.tsx'
import { RegisteredOnlyPage } from '../components/registered-only.tsx'
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
