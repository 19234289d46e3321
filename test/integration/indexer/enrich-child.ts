import { enrichOrganizations } from '#indexer/enrich/run.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { readThrough } from './websites.ts'

// A run in its own process, to be killed: `enrich-child.ts <store> <port of the websites>`.
const [url = '', port = ''] = process.argv.slice(2)
const db = createPostgres({ url, statementTimeoutMs: 0 })
await enrichOrganizations(db, { fetchWebsite: readThrough(Number(port)) })
await db.close()
