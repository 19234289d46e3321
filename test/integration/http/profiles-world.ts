import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { createUsagePool } from '#src/access/usage.ts'
import { type AppDeps, buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { REAL_AND_REGISTRY } from '#test/real/real-data.ts'
import { withFiles } from '#test/world/here.ts'
import { createLoaded, demoFolder } from '#test/world/prepared.ts'
import type { Store } from '#test/world/store.ts'
import { embed, type Get, getFrom, MODEL, PATIENT } from './world.ts'

export type ProfilesWorld = {
  app: FastifyInstance
  /** The parts of `app`, to build another one. */
  deps: AppDeps
  postgres: Postgres
  /** The same store, with connections for long statements. */
  store: Store
  get: Get
  close(): Promise<void>
}

/** The application over a separate store with the small demo. */
export const openDemo = async (name: string): Promise<ProfilesWorld> =>
  openProfiles(name, [await demoFolder()])

/** The application over a separate store with real returns and the registry. */
export const openReal = (name: string): Promise<ProfilesWorld> =>
  openProfiles(name, REAL_AND_REGISTRY.paths, REAL_AND_REGISTRY.asOf)

/** The same with these files, by their path, next to other paths. */
export const openFiles = (
  name: string,
  files: Readonly<Record<string, string>>,
  paths: string[] = [],
): Promise<ProfilesWorld> => withFiles(files, (folder) => openProfiles(name, [...paths, folder]))

/** The application over a separate store, into which the real loader loaded these paths. */
export async function openProfiles(
  name: string,
  paths: string[],
  asOf?: string,
): Promise<ProfilesWorld> {
  const store = await createLoaded(`profiles_${name}`, { paths, asOf })
  const opensearch = createOpenSearch({ url: inject('opensearchUrl') })
  const postgres = createPostgres({ url: store.url })
  // Counts have their own connections, as in the service, so statement counts include only reads.
  const usage = createUsagePool({ url: store.url })
  const deps: AppDeps = {
    config: { access: 'keyed', trustProxy: undefined, logLevel: 'silent' },
    opensearch,
    postgres,
    usage,
    indexPrefix: `profiles-${name.replaceAll('_', '-')}-`,
    embeddingModel: MODEL,
    embed,
    admission: PATIENT,
  }
  const app = await buildApp(deps)
  return {
    app,
    deps,
    postgres,
    store,
    get: getFrom(app),
    close: async () => {
      await app.close()
      await postgres.close()
      await usage.close()
      await store.drop()
      await opensearch.close()
    },
  }
}
