import { isUtf8 } from 'node:buffer'
import { type CheerioAPI, load } from 'cheerio'
import { decodeBuffer } from 'encoding-sniffer'
import { DomHandler, Parser, parseDocument } from 'htmlparser2'

/** The tree of a page, queried by CSS selector. */
export type Page = CheerioAPI

// Browsers have the same limit. The rest of a deeper page is ignored: walking it would overflow the
// stack, and each stray end tag is searched for through all open elements.
const DEEPEST = 512

class TooDeep extends Error {}

class BoundedTree extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > DEEPEST) throw new TooDeep()
    super.onopentag(name, attributes)
  }
}

/**
 * Parses a page in time linear in its length, into a tree whose queries are linear, too. Cheerio's
 * default parser repairs a page as browsers do, which takes quadratic time and memory for a hostile
 * page.
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

// A query compares the elements at the top with one another, so there must be only one.
function underOneElement(root: DomHandler['root']): DomHandler['root'] {
  const made = parseDocument('<page></page>')
  const [top] = made.children
  if (top === undefined || !('children' in top)) return root
  top.children = root.children
  for (const child of top.children) child.parent = top
  return made
}

/**
 * Decodes by byte order mark, header, or `meta`; otherwise as UTF-8 if valid, and as Windows-1252
 * if not.
 */
function decode(content: Buffer, charset?: string): string {
  try {
    return decodeBuffer(content, {
      ...(charset && { transportLayerEncodingLabel: charset }),
      defaultEncoding: isUtf8(content) ? 'utf8' : 'windows-1252',
    })
  } catch {
    // An unknown encoding.
    return content.toString('utf8')
  }
}

// The guard fetches nothing longer, and no ordinary page has such a link. As a base URL it would be
// parsed again with each link.
const LONGEST_HREF = 2_000

/** Resolves a link; undefined if it is not an address, or too long. */
export const resolveHref = (href: string, base: URL): URL | undefined =>
  href.length > LONGEST_HREF ? undefined : (URL.parse(href, base.href) ?? undefined)
