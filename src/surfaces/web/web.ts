import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { compilePages } from './compile-pages.ts'
import type { WebDeps } from './deps.ts'

/**
 * The pages for people, their assets, and the page that errors of paths for people are told on.
 * Throws where a page does not compile.
 */
export async function addPages(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const modules = globSync('**/*.tsx', { cwd: import.meta.dirname })
  await compilePages(modules.map((path) => pathToFileURL(join(import.meta.dirname, path)).href))
  // Only now can they be imported (compile-pages.ts).
  const { webSurface } = await import('./surface.tsx')
  await app.register(webSurface(deps))
}
