import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** Options of Node to run TypeScript in a process or thread, whatever its working directory is. */
export const TSX = [
  '--import',
  pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
] as const
