import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { printOpenApi } from '../../../clients/openapi.ts'

/** Returns the paths of routes without terms; assets without their hash. */
async function pathsWithoutTerms(): Promise<{ without: Set<string>; all: Set<string> }> {
  const without = new Set<string>()
  const all = new Set<string>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url, config }) => {
      const path = url.replace(/-[0-9a-f]{12}\./, '.')
      all.add(path)
      if (config?.terms === undefined) without.add(path)
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    await printOpenApi()
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
  return { without, all }
}

test('every route has access terms, except these', async () => {
  const { without, all } = await pathsWithoutTerms()
  expect(all.size).toBeGreaterThan(60)
  // The star stands for preflights of any path.
  expect([...without].sort()).toEqual([
    ...['*', '/assets/pages.css', '/assets/pages.js', '/docs', '/docs/', '/docs/js/scalar.js'],
    ...['/docs/openapi.json', '/docs/openapi.yaml', '/favicon.ico', '/favicon.svg', '/livez'],
    ...['/llms.txt', '/metrics', '/openapi.json', '/readyz', '/robots.txt'],
  ])
})
