import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Node's options to run TypeScript in a process or thread with any working directory. */
export const TSX = [
  '--import',
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
] as const
