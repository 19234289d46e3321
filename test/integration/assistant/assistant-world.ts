import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { deleteIndices, listIndices } from '#indexer/indices/index-catalog.ts'
import { reindex } from '#indexer/indices/reindex.ts'
import { resolveLoaded } from '#indexer/load/resolve-loaded.ts'
import { rateOrganizations } from '#indexer/rate/run.ts'
import { type AppDeps, buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/clients/opensearch.ts'
import { createPostgres } from '#src/clients/postgres.ts'
import { readConfig } from '#src/config.ts'
import { createEmbedder } from '#src/embedding/embedder.ts'
import { openQueryVectors } from '#src/embedding/query-vectors.ts'
import { createStore, loadInto } from '../indexer/store.ts'

export type AssistantWorld = {
  app: Awaited<ReturnType<typeof buildApp>>
  deps: AppDeps
  /** Status and body of a GET. */
  get(url: string): Promise<{ status: number; body: Record<string, unknown> }>
  close(): Promise<void>
}

/** Those placed by hand (indexer/demo/README.md) and a few others. */
const ORGANIZATIONS = 80

/** The demo, or files, loaded, rated and indexed as an installation has them. */
export async function openAssistantWorld(
  name: string,
  files?: { paths: string[]; asOf: string },
): Promise<AssistantWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'assistant-'))
  if (!files) await generateDemo({ folder, organizations: ORGANIZATIONS })
  const store = await createStore(`assistant_${name}`)
  const { touched, failed } = await loadInto(store, files?.paths ?? [folder], files?.asOf)
  await rm(folder, { recursive: true })
  if (failed.length > 0) throw new Error(`The load of ${name} did not finish.`)
  await resolveLoaded(store.db, touched)
  await rateOrganizations(store.db)
  const opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
  const embedder = await createEmbedder(readConfig({}))
  const prefix = `assistant-${name.replaceAll('_', '-')}-`
  const quiet = { onNote: () => undefined, onProgress: () => undefined }
  const removeIndices = async () => {
    const found = await listIndices(opensearch, prefix)
    await deleteIndices(
      opensearch,
      found.map((one) => one.name),
    )
  }
  await removeIndices()
  await reindex({ db: store.db, opensearch, embedder, prefix, ...quiet }, false)
  const postgres = createPostgres({ url: store.url })
  const deps: AppDeps = {
    // Tests walk over more than a client's allowance of a day.
    config: { access: 'open', trustProxy: undefined, logLevel: 'silent' },
    opensearch,
    postgres,
    indexPrefix: prefix,
    embeddingModel: embedder.model,
    embed: openQueryVectors(embedder),
  }
  const app = await buildApp(deps)
  return {
    app,
    deps,
    get: async (url) => {
      const response = await app.inject({ url })
      return { status: response.statusCode, body: response.json() }
    },
    close: async () => {
      await app.close()
      await postgres.close()
      await store.drop()
      await removeIndices()
      await Promise.all([opensearch.close(), embedder.close()])
    },
  }
}
