import { type DomHandler, ElementType } from 'htmlparser2'
import type { Page } from './parse-page.ts'
import { toPlainText } from './plain-text.ts'

type Node = DomHandler['root']['children'][number]
type Element = Extract<Node, { attribs: unknown }>

// Excluded from a page's text: code, controls, media, and what every page of a site repeats. `form`
// is not listed, because older builders put whole pages into one.
const SILENT = new Set(
  `script style noscript template svg math iframe object canvas audio video picture select option
  datalist button input textarea dialog menu head nav header footer aside`.split(/\s+/),
)
// Elements that do not end a line of text.
const INLINE = new Set(
  `a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span
  strike strong sub sup time tt u var wbr`.split(/\s+/),
)
const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|rem|%|;|\s|$)|opacity\s*:\s*0(?:;|\s|$)/i
// Names that site builders give to menus, cookie banners, and overlays. Only whole names match:
// "has-sidebar" and "elementor-widget-text" contain the page's own text.
const SILENT_NAME =
  /(?:^|\s)(?:(?:(?:site|main|primary|secondary|top|mobile|page|global)[-_])?(?:nav(?:bar|igation)?|menu|sidebar|footer)|breadcrumbs?|(?:cookies?|gdpr)(?:[-_](?:banner|bar|consent|message|modal|notice|overlay|policy|popup|law-info-bar))?|consent|popup|modal|skip-link|screen-reader-text|sr-only|visually-hidden)(?:$|\s)/i
const SILENT_ROLE = /^(?:navigation|banner|contentinfo|search|dialog|alertdialog|menu|menubar)$/i

/** Returns the lines of a part of a page, one for the text of each block, without navigation. */
function collectLines(root: Node[], isSilent: (element: Element) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  const flush = () => {
    if (line.trim() !== '') lines.push(line)
    line = ''
  }
  // The tree is at most 512 deep (parse-page.ts).
  const walk = (node: Node) => {
    if (node.type === ElementType.Text) line += node.data
    if (!('attribs' in node)) return
    if (isSilent(node)) return flush()
    const isInline = INLINE.has(node.name)
    if (!isInline) flush()
    for (const child of node.children) walk(child)
    if (!isInline) flush()
  }
  for (const node of root) walk(node)
  flush()
  return lines
}

const NEVER_SHOWN = new Set(
  'script style noscript template svg math iframe object canvas select datalist head'.split(' '),
)

function isHidden({ attribs }: Element): boolean {
  if ('hidden' in attribs || attribs['aria-hidden'] === 'true') return true
  return HIDING.test(attribs.style ?? '')
}

function isSilent(element: Element): boolean {
  const { name, attribs } = element
  if (isNotText(element)) return true
  if (name === 'body' || name === 'html' || name === 'main') return false
  if (SILENT_ROLE.test(attribs.role ?? '')) return true
  return SILENT_NAME.test(attribs.id ?? '') || SILENT_NAME.test(attribs.class ?? '')
}

const isNeverShown = (element: Element) => NEVER_SHOWN.has(element.name) || isHidden(element)
const isNotText = (element: Element) => SILENT.has(element.name) || isHidden(element)

/** Returns all visible text, menus included, to determine what kind of page it is. */
export function readShownText(page: Page): string {
  return toPlainText(collectLines(page.root().contents().toArray(), isNeverShown).join(' '), 20_000)
}

// Text that is on every site and says nothing about this one.
const BOILERPLATE =
  /\bcookies?\b|all rights reserved|copyright|©|privacy policy|terms (?:of|and)|javascript|your browser|subscribe|newsletter|sign up|log ?in\b|click here|read more|add to cart|powered by|skip to|captcha/i
// Headings, dates, and buttons are shorter than a sentence of prose.
const SHORTEST = 40
const FEWEST_WORDS = 6
const LONGEST_LINE = 2_000

const isProse = (line: string) =>
  line.length >= SHORTEST && line.split(' ').length >= FEWEST_WORDS && !BOILERPLATE.test(line)

// First the parts about the organization, then the main part, then the whole page.
const ABOUT = '#about, #about-us, #mission, #our-mission, .about, .about-us, .mission'
const MIDDLE = 'main, [role="main"], #main, #content, article'
// A shorter text is a slogan and a link, so the content is somewhere else.
const ENOUGH = 200
// As much as an embedding or a reader takes in; the model reads about 256 words.
const LONGEST_TEXT = 4_000

/**
 * Returns the page's prose in reading order, each line once, at most 4,000 characters; possibly ''.
 */
export function readProse(page: Page): string {
  const proseOf = (nodes: Node[], isLeftOut: (element: Element) => boolean) =>
    collectLines(nodes, isLeftOut)
      .map((line) => toPlainText(line, LONGEST_LINE))
      .filter(isProse)
  const parts = [ABOUT, MIDDLE].map((selector) => outermost(page(selector).toArray()))
  const found = new Set(parts.flatMap((part) => proseOf(part, isSilent)))
  const whole = page.root().contents().toArray()
  if (lengthOf(found) < ENOUGH) for (const line of proseOf(whole, isSilent)) found.add(line)
  // Some builders mark the whole page as a menu.
  const lines = found.size > 0 ? [...found] : proseOf(whole, isNotText)
  return toPlainText([...new Set(lines)].join(' '), LONGEST_TEXT)
}

const lengthOf = (lines: Set<string>) => [...lines].reduce((sum, { length }) => sum + length, 0)

// Nested articles would be read twice, a thousand nested ones a thousand times.
function outermost(nodes: Node[]): Node[] {
  const all = new Set(nodes)
  return nodes.filter((node) => {
    for (let { parent } = node; parent; { parent } = parent) if (all.has(parent)) return false
    return true
  })
}
