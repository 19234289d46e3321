import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { type Artifact, ensureDownloads, fileNameOf } from '#src/platform/engines/downloads.ts'
import type { EngineProgress } from '#src/platform/engines/progress.ts'
import { folderHere, listenHere } from '#test/world/here.ts'
import { type Manner, type MavenServer, startMavenServer, withMirror } from './maven-server.ts'

const body = randomBytes(3_000_000)
const artifact: Artifact = {
  groupId: 'org.example.engines',
  artifactId: 'server',
  version: '1.0.0',
  extension: 'zip',
  bytes: body.length,
  sha256: createHash('sha256').update(body).digest('hex'),
}

let cacheDir: string
let server: MavenServer | undefined
beforeEach(() => {
  cacheDir = folderHere()
})

async function download(manners: Manner[], onProgress?: (line: EngineProgress) => void) {
  server = await startMavenServer(body, manners)
  const config = withMirror(readConfig({ CACHE_DIR: cacheDir }), server)
  return ensureDownloads(config, [artifact], onProgress)
}

const folder = () => join(cacheDir, 'downloads')
const files = () => readdirSync(folder()).filter((name) => name !== 'lock')

function leavePart(part: Buffer): void {
  mkdirSync(folder(), { recursive: true })
  writeFileSync(join(folder(), `${fileNameOf(artifact)}.part`), part)
}

test('a file arrives under its name, with progress up to its size', async () => {
  const seen: EngineProgress[] = []
  const [path = ''] = await download(['whole'], (line) => seen.push(line))
  expect(readFileSync(path).equals(body)).toBe(true)
  const [file, done, total] = ['server-1.0.0.zip', body.length, body.length]
  expect(seen.at(-1)).toEqual({ kind: 'bytes', file, done, total })
})

test('an existing file is not downloaded again', async () => {
  await download(['whole'])
  await download(['missing'])
  expect(server?.requests).toEqual([])
})

test('a cut transfer continues from where it stopped', async () => {
  const [path = ''] = await download(['cut', 'cut', 'whole'])
  expect(readFileSync(path).equals(body)).toBe(true)
  // Data in transit at the cut may be lost, so the offset varies.
  const resumed = expect.stringMatching(/^bytes=[1-9]\d{5,}-$/)
  expect(server?.requests).toEqual(['all', resumed, resumed])
  expect(files()).toEqual(['server-1.0.0.zip'])
})

test('a cut transfer starts over if the server does not support ranges', async () => {
  const [path = ''] = await download(['cut', 'no-ranges'])
  expect(readFileSync(path).equals(body)).toBe(true)
})

test.each([
  ['whole so far is used', body.subarray(0, 1_000_000), ['bytes=1000000-']],
  ['damaged is discarded', Buffer.alloc(1_000_000), ['bytes=1000000-', 'all']],
  ['as long as the file but damaged is discarded', Buffer.alloc(body.length), ['all']],
  ['longer than the file is discarded', Buffer.alloc(body.length + 1), ['all']],
])('a partial file that is %s', async (_, part, requests) => {
  leavePart(part)
  const [path = ''] = await download(['whole'])
  expect(readFileSync(path).equals(body)).toBe(true)
  expect(server?.requests).toEqual(requests)
})

test('an altered file is rejected by name, and leaves nothing behind', async () => {
  await expect(download(['altered'])).rejects.toThrow(/^server-1\.0\.0\.zip .*MAVEN_MIRROR_URL/)
  expect(files()).toEqual([])
})

test('reports a file that the repository lacks at once', async () => {
  await expect(download(['missing'])).rejects.toThrow(/404 .*server-1\.0\.0\.zip/)
  expect(server?.requests.length).toBe(1)
})

test('without a network, the error has the reason and the alternatives', async () => {
  const closed = createServer()
  const away = { url: `http://127.0.0.1:${await listenHere(closed)}`, requests: [] }
  closed.close()
  const config = withMirror(readConfig({ CACHE_DIR: cacheDir }), away)
  await expect(ensureDownloads(config, [artifact])).rejects.toThrow(
    /^server-1\.0\.0\.zip .*ECONNREFUSED/,
  )
})

test('two downloads that start at once fetch one file', async () => {
  server = await startMavenServer(body, ['slow'])
  const config = withMirror(readConfig({ CACHE_DIR: cacheDir }), server)
  const [[first], [second]] = await Promise.all([
    ensureDownloads(config, [artifact]),
    ensureDownloads(config, [artifact]),
  ])
  expect(second).toBe(first)
  expect(server.requests).toEqual(['all'])
})
