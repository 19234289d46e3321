import type { FastifyInstance, RouteOptions } from 'fastify'
import type { ExampleRequest } from './examples/demo.ts'

/** Groups of operations, in the order of the reference. */
export const GROUPS = [
  { name: 'Search', description: 'Find organizations by name, EIN, or what they do.' },
  {
    name: 'Organizations',
    description: "Get an organization's page, sections, and filings, and compare organizations.",
  },
  {
    name: 'Deep dives',
    description:
      'Get data about an organization by subject. Responses use the envelope of surface B.',
  },
  {
    name: 'Network',
    description: 'Find out who funds whom: grants, other payments, and federal awards.',
  },
  { name: 'Sector', description: 'Get totals and top lists for all organizations.' },
  {
    name: 'Data',
    description: 'Export search results, and see the data sources.',
  },
  {
    name: 'Assistant',
    description: 'Ask questions in plain English.',
  },
  {
    name: 'Operators',
    description: 'Contact the operators, check the service, and see your remaining allowance.',
  },
] as const

/** Documentation of an operation besides its schemas. */
export type Documented = {
  group: (typeof GROUPS)[number]['name']
  /** More than one if two surfaces share a path. */
  surfaces: readonly ('A' | 'B')[]
  examples: readonly ExampleRequest[]
  /** Headers of a 200 that other operations do not have. */
  headers?: readonly ('ETag' | 'X-Found' | 'X-Release' | 'Content-Disposition' | 'Server-Timing')[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    documented?: Documented
  }
  interface FastifyInstance {
    /** Documented operations by their path in OpenAPI, in the order of registration. */
    operations: Map<string, Documented>
  }
}

/** Collects the operations that are registered from now on in `app.operations`. */
export function collectOperations(app: FastifyInstance): void {
  const operations = new Map<string, Documented>()
  app.decorate('operations', operations)
  app.addHook('onRoute', ({ url, method, config }: RouteOptions) => {
    const own = config?.documented
    // Every GET has a HEAD with the same config.
    if (!own || method === 'HEAD') return
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    const first = operations.get(path)
    operations.set(path, first ? join(first, own) : own)
  })
}

/** Returns the other surface's operation at the same path. */
const join = (first: Documented, second: Documented): Documented => ({
  ...first,
  ...second,
  surfaces: [...first.surfaces, ...second.surfaces],
  examples: [...first.examples, ...second.examples],
})
