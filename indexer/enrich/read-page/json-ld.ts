import type { Page } from './parse-page.ts'

/** The schema.org markup of an organization, as written. */
export type MarkedOrganization = { description?: string; sameAs: string[] }

// Organization and the subtypes that nonprofits use; `NGO` is the usual one.
const KIND =
  /(?:Organization|NGO|Corporation|LocalBusiness|Church|School|University|Library|Museum|Hospital|Shelter|Project)$/
// Real markup has a few KB in one or two scripts, and the organization is nested no deeper than in
// a list's @graph.
const LONGEST_SCRIPT = 100_000
const MAX_SCRIPTS = 10
const DEEPEST = 3
const MAX_LINKS = 30

/** Returns the first organization of the page's JSON-LD; broken scripts are ignored. */
export function readMarkedOrganization(page: Page): MarkedOrganization | undefined {
  const scripts = page('script[type="application/ld+json" i]').slice(0, MAX_SCRIPTS).toArray()
  for (const script of scripts) {
    const found = findOrganization(parse(page(script).text()), DEEPEST)
    if (found) return readOrganization(found)
  }
  return undefined
}

function parse(text: string): unknown {
  if (text.length > LONGEST_SCRIPT) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

function findOrganization(value: unknown, depth: number): Node | undefined {
  if (depth < 0) return undefined
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = findOrganization(item, depth - 1)
      if (found) return found
    }
    return undefined
  }
  if (!isNode(value)) return undefined
  const isOne = listOf(value['@type']).some((type) => typeof type === 'string' && KIND.test(type))
  return isOne ? value : findOrganization(value['@graph'], depth - 1)
}

function readOrganization(node: Node): MarkedOrganization {
  const { description } = node
  const sameAs = listOf(node.sameAs).filter((link) => typeof link === 'string')
  return {
    ...(typeof description === 'string' && { description }),
    sameAs: sameAs.slice(0, MAX_LINKS),
  }
}
