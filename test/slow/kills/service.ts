import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#src/platform/config.ts'
import { type EngineLease, leaseEngines } from '#src/platform/engines/lease.ts'
import type { EngineName } from '#src/platform/engines/state.ts'
import { stopEngines } from '#test/deep/engines/holders.ts'
import { type Command, startCommand } from '#test/world/command.ts'

/** The service with its own data folder and embedded engines. */
export type Service = {
  dataDir: string
  start(script: string, ...args: string[]): Command
  /** Runs a command to its end; throws its output unless it succeeds. */
  finish(script: string, ...args: string[]): Promise<string>
  /** Engines for the test's own queries, which also keep them running between commands. */
  lease(...needs: EngineName[]): Promise<EngineLease>
  /** Ends everything that runs on the data folder and removes it. */
  remove(): Promise<void>
}

/** Makes a data folder; `more` is added to the environment of all commands on it. */
export function openService(
  name: string,
  more: NodeJS.ProcessEnv = {},
  parent = tmpdir(),
): Service {
  const dataDir = mkdtempSync(join(parent, `kills-${name}-`))
  const { DATABASE_URL, OPENSEARCH_URL, ...own } = process.env
  const env = { ...own, DATA_DIR: dataDir, OPENSEARCH_HEAP_MB: '512', ...more }
  const started: Command[] = []
  const start = (script: string, ...args: string[]) => {
    const command = startCommand(env, script, args)
    started.push(command)
    return command
  }
  return {
    dataDir,
    start,
    finish: async (script, ...args) => {
      const command = start(script, ...args)
      const code = await command.ended
      if (code === 0) return command.said()
      throw new Error(`${script} ${args.join(' ')} ended with ${code}: ${command.said()}`)
    },
    lease: (...needs) => leaseEngines(readConfig(env), needs),
    remove: async () => {
      await Promise.all(started.map((command) => command.kill()))
      await stopEngines(dataDir)
      rmSync(dataDir, { recursive: true })
    },
  }
}
