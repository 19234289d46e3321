import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

type Closable = Server & { closeAllConnections?(): void }

/** Listens on this machine until the end of the test; returns the port. */
export async function listenHere(server: Closable): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections?.()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Serves HTTP on this machine until the end of the test; returns the address. */
export const serveHere = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listenHere(createServer(listener))}`

/** Serves these responses in turn, the last one forever, and collects the requests. */
export async function answerHere(
  ...answers: [status: number, body: object | string, type?: string][]
) {
  const requests: { path: string; body: string }[] = []
  const url = await serveHere(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    requests.push({ path: request.url ?? '', body })
    const at = Math.min(requests.length, answers.length) - 1
    const [status, answer, type = 'application/json'] = answers[at] ?? [500, '']
    response.writeHead(status, { 'content-type': type })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  return { url, requests }
}

/** Makes a folder that is removed at the end of the test. */
export function folderHere(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nonprofit-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns files in a folder of a month, whose name dates those without a date. */
export const ofMonth = (month: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${month}/${name}`, text]))

/** Works with a folder that contains these files, by their path in it. */
export async function withFiles<Result>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'nonprofit-test-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return await work(folder).finally(() => rmSync(folder, { recursive: true }))
}
