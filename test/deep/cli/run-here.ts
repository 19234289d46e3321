import { vi } from 'vitest'

const COMMANDS = {
  bench: () => import('../../../bench/run.ts'),
  config: () => import('#src/cli/config.ts'),
  inbox: () => import('#src/cli/inbox.ts'),
  indexer: () => import('#indexer/cli.ts'),
  keys: () => import('#src/cli/keys.ts'),
  start: () => import('#src/cli/start.ts'),
}

export type Ended = { code: number; out: string; err: string }

/** Runs a command in this process, with the same arguments and environment as its own would have. */
export async function runHere(
  name: keyof typeof COMMANDS,
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<Ended> {
  const ended: Ended = { code: 0, out: '', err: '' }
  let isOver = false
  const take = (to: 'out' | 'err', text: string) => {
    if (!isOver) ended[to] += text
    return true
  }
  const { argv, once } = process
  vi.resetModules()
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value)
  vi.spyOn(console, 'log').mockImplementation((text) => void take('out', `${text}\n`))
  vi.spyOn(console, 'error').mockImplementation((text) => void take('err', `${text}\n`))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => take('out', String(text)))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => take('err', String(text)))
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    if (!isOver) ended.code = Number(code ?? 0)
    isOver = true
    throw new Error('The command has ended.')
  })
  // A command ends with the process that started it, here the test runner.
  vi.spyOn(process, 'once').mockImplementation((event, ...more) =>
    event === 'disconnect' ? process : once.call(process, event, ...(more as [never])),
  )
  if (process.channel) vi.spyOn(process.channel, 'unref').mockImplementation(() => undefined)
  process.argv = [process.execPath, name, ...args]
  try {
    await COMMANDS[name]()
  } catch (error) {
    if (!isOver) throw error
  } finally {
    process.argv = argv
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  }
  return ended
}
