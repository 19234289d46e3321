import { readdirSync, readFileSync } from 'node:fs'
import type { ExampleRequest } from './requests.ts'

const FOLDER = new URL('answers/', import.meta.url)

/** Name of the file that holds the answer to an example. */
export const answerFile = (operationId: string, { name, type }: ExampleRequest): string =>
  `${operationId}.${name}.${type === undefined ? 'json' : 'txt'}`

/** The kept answers by file name: JSON read, other forms as text. */
export function readAnswers(): ReadonlyMap<string, unknown> {
  const files = readdirSync(FOLDER).map((file) => {
    const text = readFileSync(new URL(file, FOLDER), 'utf8')
    return [file, file.endsWith('.json') ? JSON.parse(text) : text] as const
  })
  return new Map(files)
}

/** Items of each list that a documented answer shows. */
const SHOWN_ITEMS = 1

/** An answer as it is documented: lists cut short, so that its form can be seen at a glance. */
export function cutLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN_ITEMS).map(cutLists)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cutLists(part)]))
}
