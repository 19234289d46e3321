import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import type { NotRead } from './run.ts'

const COLUMNS = ['time', 'ein', 'website', 'state', 'kind', 'reason']

export type Report = {
  add(notRead: NotRead): void
  /** Adds a refused request: for a page, for its redirect target, or for an icon. */
  addRequest(refusal: { url: string; kind: string; reason: string }): void
  /** Returns the path; undefined while the report is empty. */
  path(): string | undefined
  close(): void
}

/**
 * Opens the report of a run: a CSV in `folder` with a line for each website that was not read.
 * Lines are written immediately, so that a killed run keeps them.
 */
export function openReport(folder: string, now: Date = new Date()): Report {
  const path = join(folder, `not-read-${now.toISOString().replaceAll(/[-:.]/g, '')}.csv`)
  let file: number | undefined
  // Websites are filed texts: a spreadsheet would run a leading "=" as a formula.
  const write = (to: number, cells: string[]) =>
    writeSync(to, stringify([cells], { escape_formulas: true }))
  const open = () => {
    mkdirSync(folder, { recursive: true })
    const opened = openSync(path, 'a')
    write(opened, COLUMNS)
    return opened
  }
  const add = (cells: string[]) => {
    file ??= open()
    write(file, [new Date().toISOString(), ...cells])
  }
  return {
    add: ({ ein, website, state, kind, reason }) => add([ein, website, state, kind, reason]),
    addRequest: ({ url, kind, reason }) => add(['', url, 'Request', kind, reason]),
    path: () => (file === undefined ? undefined : path),
    close: () => file !== undefined && closeSync(file),
  }
}
