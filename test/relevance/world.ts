import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { deleteIndices, listIndices } from '#indexer/indices/index-catalog.ts'
import { buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/clients/opensearch.ts'
import { createPostgres } from '#src/clients/postgres.ts'
import { readConfig } from '#src/config.ts'
import { createEmbedder } from '#src/embedding/embedder.ts'
import { openQueryVectors } from '#src/embedding/query-vectors.ts'

const run = promisify(execFile)

/** Real public records beside the checkout; tests over them are skipped where they are not. */
export const REAL_DATA = resolve(import.meta.dirname, '../../../shared/data')
export const hasRealData = existsSync(REAL_DATA)

export type RelevanceWorld = Awaited<ReturnType<typeof openWorld>>

/**
 * A store and an index of their own, filled from files by the real commands, behind the real
 * application with the real model.
 */
export async function openWorld(name: string, paths: string[]) {
  const { databaseUrl, env, folder, dropDatabase } = await createEnvironment(name)
  await command('load', paths, env)
  await command('rate', [], env)
  await command('reindex', [], env)
  const config = readConfig(env)
  const embedder = await createEmbedder(config)
  const deps = {
    config,
    opensearch: createOpenSearch({ url: inject('opensearchUrl') }),
    postgres: createPostgres({ url: databaseUrl }),
    indexPrefix: config.indexPrefix,
    embeddingModel: embedder.model,
    embed: openQueryVectors(embedder),
  }
  const app = await buildApp(deps)
  return {
    deps,
    embedder,
    get: async (url: string): Promise<{ status: number; body: unknown }> => {
      const answer = await askPatiently(() => app.inject({ url }))
      return { status: answer.statusCode, body: answer.json() }
    },
    /** EINs of the first hits of A's search. */
    find: async (query: Record<string, string>): Promise<string[]> => {
      const url = `/api/v2/search?${new URLSearchParams(query)}`
      const answer = await askPatiently(() => app.inject({ url }))
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.body}`)
      return answer.json<{ Hits: { EIN: string }[] }>().Hits.map(({ EIN }) => EIN)
    },
    close: async () => {
      await app.close()
      const indices = await listIndices(deps.opensearch, deps.indexPrefix)
      await deleteIndices(
        deps.opensearch,
        indices.map((index) => index.name),
      )
      await Promise.all([embedder.close(), deps.opensearch.close(), deps.postgres.close()])
      await dropDatabase()
      await rm(folder, { recursive: true })
    },
  }
}

const PUT_OFF = new Set([429, 503])

/** What a busy machine puts off is asked again, as a client that honours Retry-After does. */
async function askPatiently<Answer extends { statusCode: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; tries < 10; tries += 1) {
    const answer = await ask()
    if (!PUT_OFF.has(answer.statusCode)) return answer
    await setTimeout(1_000)
  }
  return ask()
}

async function createEnvironment(name: string) {
  const database = `relevance_${name}_${process.pid}`
  const admin = createPostgres({ url: inject('databaseUrl') })
  await admin.query(`create database ${database}`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${database}`
  const folder = await mkdtemp(join(tmpdir(), 'relevance-'))
  const env = {
    ...process.env,
    DATABASE_URL: url.toString(),
    OPENSEARCH_URL: inject('opensearchUrl'),
    INDEX_PREFIX: `relevance-${name}-`,
    DATA_DIR: folder,
    ACCESS: 'open',
    LOG_LEVEL: 'silent',
  }
  const dropDatabase = async () => {
    await admin.query(`drop database ${database} with (force)`)
    await admin.close()
  }
  return { databaseUrl: url.toString(), env, folder, dropDatabase }
}

async function command(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  await run(process.execPath, ['indexer/cli.ts', name, ...args], { env, maxBuffer: 2 ** 26 })
}
