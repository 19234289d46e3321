import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Process = { pid: number; parent: number; command: string }

/** The engines' processes by their command lines. */
const KINDS: [name: string, pattern: RegExp][] = [
  ['supervisor', /engines[/\\]supervisor\.ts/],
  ['OpenSearch', /^\S*java .*org\.opensearch\.bootstrap/],
  ['Postgres', /^\S*postgres -D|^postgres: /],
]

/**
 * Returns the memory in MiB of a data folder's engines, by name. Buffers that Postgres's processes
 * share count once. Empty without /proc.
 */
export function measureEngines(dataDir: string): Map<string, number> {
  const memory = new Map<string, number>()
  for (const { pid, command } of enginesOf(dataDir)) {
    const [name] = KINDS.find(([, pattern]) => pattern.test(command)) ?? []
    const share = shareMiB(pid)
    if (name && share > 0) memory.set(name, (memory.get(name) ?? 0) + share)
  }
  return memory
}

// Engines take some seconds to stop, and checking takes milliseconds.
const POLL_MS = 100

/** Waits until all processes of a data folder's engines have ended. */
export async function untilEnginesStop(dataDir: string): Promise<void> {
  while (enginesOf(dataDir).length > 0) await sleep(POLL_MS)
}

/** Returns the supervisor of a data folder and everything it started. */
function enginesOf(dataDir: string): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const all = lines.flatMap((line): Process[] => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return command ? [{ pid: Number(pid), parent: Number(parent), command }] : []
  })
  const found = all.filter(({ command }) => command.endsWith(`supervisor.ts ${dataDir}`))
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid))
  return found
}

// Shared pages are split among processes (PSS). A process may end meanwhile.
function shareMiB(pid: number): number {
  const file = `/proc/${pid}/smaps_rollup`
  if (!existsSync(file)) return 0
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1_024
}
