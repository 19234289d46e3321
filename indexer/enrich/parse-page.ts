import { isUtf8 } from 'node:buffer'
import { type CheerioAPI, load } from 'cheerio'
import { decodeBuffer } from 'encoding-sniffer'
import { DomHandler, Parser, parseDocument } from 'htmlparser2'

/** The tree of a page and questions to it, by CSS selector. */
export type Page = CheerioAPI

// Browsers nest as deep. The rest of a deeper page is left: walking it would overflow the stack,
// and each wrong end tag is looked for through all open elements.
const DEEPEST = 512

class TooDeep extends Error {}

class BoundedTree extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > DEEPEST) throw new TooDeep()
    super.onopentag(name, attributes)
  }
}

/**
 * Parses a page in time linear in its length, whatever it holds, to a tree whose questions are
 * linear too. Not with cheerio's default parser: repairing as browsers do takes time and memory
 * that grow with the square of a hostile page.
 */
export function parsePage(content: Buffer, charset?: string): Page {
  const tree = new BoundedTree()
  const parser = new Parser(tree)
  try {
    parser.end(decode(content, charset))
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  // Only the tree is queried; the option keeps cheerio from repairing it.
  return load(underOneElement(tree.root), { xml: { xmlMode: false } })
}

// Each question compares what stands at the top with one another.
function underOneElement(root: DomHandler['root']): DomHandler['root'] {
  const made = parseDocument('<page></page>')
  const [top] = made.children
  if (top === undefined || !('children' in top)) return root
  top.children = root.children
  for (const child of top.children) child.parent = top
  return made
}

/** By byte order mark, header, `meta`; else UTF-8 if it is, else what browsers take: Latin. */
function decode(content: Buffer, charset?: string): string {
  try {
    return decodeBuffer(content, {
      ...(charset && { transportLayerEncodingLabel: charset }),
      defaultEncoding: isUtf8(content) ? 'utf8' : 'windows-1252',
    })
  } catch {
    // A coding that nobody decodes.
    return content.toString('utf8')
  }
}

// The guard fetches nothing longer, and no page for people has it: as a base it would be read again
// with each link.
const LONGEST_HREF = 2_000

/** The address a link means; undefined when it is none, or too long to be one. */
export const resolveHref = (href: string, base: URL): URL | undefined =>
  href.length > LONGEST_HREF ? undefined : (URL.parse(href, base.href) ?? undefined)
