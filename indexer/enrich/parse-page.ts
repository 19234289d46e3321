import { isUtf8 } from 'node:buffer'
import { type CheerioAPI, load } from 'cheerio'
import { decodeBuffer } from 'encoding-sniffer'
import { DomHandler, Parser } from 'htmlparser2'

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
 * Parses a page in time linear in its length, whatever it holds. Not with cheerio's default parser:
 * repairing as browsers do takes time and memory that grow with the square of a hostile page.
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
  return load(tree.root, { xml: { xmlMode: false } })
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
