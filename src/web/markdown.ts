import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { DomUtils, parseDocument } from 'htmlparser2'

export type Node = ReturnType<typeof parseDocument>['children'][number]
export type Tag = Extract<Node, { attribs: unknown }>

/** Sends pages as Markdown to clients that prefer it to HTML. */
export function addMarkdown(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers, url }, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (typeof payload !== 'string' || !isPage) return payload
    // Lower case, because the compression plugin looks for that spelling.
    reply.header('Vary', 'accept, accept-encoding')
    if (!prefersMarkdown(headers.accept)) return payload
    reply.type('text/markdown; charset=utf-8')
    return toMarkdown(payload, url)
  })
}

/** Returns the address of a page without `.md`, and changes Accept to Markdown if it has it. */
export function readMarkdownUrl({ url = '', headers }: IncomingMessage): string {
  const [, path, query = ''] = /^([^?]+)\.md(\?.*)?$/.exec(url) ?? []
  if (path === undefined) return url
  headers.accept = 'text/markdown'
  return path + query
}

/** Returns whether an Accept header lists Markdown, and does not prefer HTML. */
export function prefersMarkdown(accept = ''): boolean {
  const quality = (type: string): number => {
    const range = accept.split(',').find((one) => one.trim().startsWith(type))
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)
  }
  return quality('text/markdown') > 0 && quality('text/markdown') >= quality('text/html')
}

/**
 * Returns the content of a page as Markdown. Amounts are exact. Text is escaped, so that a filing
 * cannot imitate a link or a heading.
 */
export const toMarkdown = (html: string, url: string): string =>
  `${blocksOf(parseDocument(html).children, `http://localhost${url}`).join('\n\n')}\n`

const LEFT_OUT =
  /^(head|script|style|template|nav|search|form|button|label|input|select|datalist|svg|img)$/
const LEFT_OUT_CLASS = /(^| )(skip|site-header|legend|on-paper|take-out)( |$)/
const BLOCK =
  /^(html|body|main|header|footer|section|article|aside|div|h\d|p|[uod]l|li|d[td]|table|pre|blockquote|figure|figcaption|details|summary)$/

/** Returns whether a node is an element. */
export const isTag = (node: Node): node is Tag => 'attribs' in node
const isBlock = (node: Node): node is Tag =>
  isTag(node) && (BLOCK.test(node.name) || node.children.some(isBlock))
/** Returns whether a node is a control, or only for the eye. */
export const isLeftOut = (node: Node): boolean =>
  isTag(node) &&
  (LEFT_OUT.test(node.name) ||
    node.attribs['aria-hidden'] === 'true' ||
    LEFT_OUT_CLASS.test(node.attribs.class ?? ''))

/** Returns the blocks in some nodes; text between blocks is a paragraph. */
function blocksOf(nodes: readonly Node[], base: string): string[] {
  const blocks: string[] = []
  let run: Node[] = []
  for (const node of [...nodes.filter((one) => !isLeftOut(one)), undefined]) {
    if (node && !isBlock(node)) run.push(node)
    else {
      // Otherwise a filed text could begin a heading, a list, or a quotation.
      const text = lineOf(run, base).replace(/^(\d*)(?=[.)#>+-]+ )/, '$1\\')
      blocks.push(text, ...(node ? blockOf(node, base) : []))
      run = []
    }
  }
  return blocks.filter((block) => block !== '')
}

function blockOf(tag: Tag, base: string): string[] {
  const { name, children } = tag
  const level = Number(/^h(\d)$/.exec(name)?.[1] ?? 0)
  if (level > 0) return [`${'#'.repeat(level)} ${lineOf(children, base)}`]
  if (name === 'summary') return [`**${lineOf(children, base)}**`]
  if (name === 'pre') return [`\`\`\`\n${DomUtils.textContent(tag).trim()}\n\`\`\``]
  if (name === 'table') return tableOf(tag, base)
  if (name === 'dl') return [termsOf(tag, base)]
  const blocks = blocksOf(children, base)
  if (name === 'blockquote') return [blocks.join('\n\n').replaceAll(/^/gm, '> ')]
  if (name !== 'ul' && name !== 'ol') return blocks
  const items = children.filter((child) => isTag(child) && !isLeftOut(child)) as Tag[]
  const first = Number(tag.attribs.start ?? 1)
  const lines = items.map((item, at) => {
    const mark = name === 'ol' ? `${first + at}. ` : '- '
    const text = blocksOf(item.children, base).join('\n')
    return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`)
  })
  return [lines.join('\n')]
}

/** Returns a description list as a list with a line for each term. */
function termsOf(list: Tag, base: string): string {
  const parts = DomUtils.findAll(({ name }) => name === 'dt' || name === 'dd', list.children)
  const lines: string[] = []
  for (const { name, children } of parts) {
    const text = blocksOf(children, base).join('; ').replaceAll('\n', ' ')
    if (name === 'dt') lines.push(`- ${text}:`)
    else if (text !== '') lines.push(`${lines.pop()} ${text};`)
  }
  return lines.map((line) => line.replace(/;$/, '')).join('\n')
}

function tableOf(table: Tag, base: string): string[] {
  const cellsOf = (row: Tag): string[] =>
    row.children.filter(isTag).flatMap(({ children, attribs }) => {
      const text = blocksOf(children, base).join(' ').replaceAll('\n', ' ')
      return [text, ...Array<string>(Number(attribs.colspan ?? 1) - 1).fill('')]
    })
  const [head = [], ...rows] = DomUtils.getElementsByTagName('tr', table.children).map(cellsOf)
  const caption = DomUtils.getElementsByTagName('caption', table.children).map(({ children }) =>
    lineOf(children, base),
  )
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [...caption, lines.join('\n')]
}

const lineOf = (nodes: readonly Node[], base: string): string =>
  wordsOf(nodes, base)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.;:])/g, '')
    .trim()

const isBelow = ({ attribs }: Tag): boolean => /\bbelow\b/.test(attribs.class ?? '')

/** Returns inline nodes. Elements that touch are words of their own. */
function wordsOf(nodes: readonly Node[], base: string): string {
  const kept = nodes.filter((node) => !isLeftOut(node))
  return kept
    .map((node, at) => {
      const before = kept[at - 1]
      // A text of class "below" is on a line of its own.
      const isApart = before && (isTag(before) || (isTag(node) && isBelow(node)))
      if (isTag(node)) return `${isApart ? ' ' : ''}${wordOf(node, base)}`
      return node.type === 'text' ? node.data.replaceAll(/[\\`*[\]<|]|\b_|_\b/g, '\\$&') : ''
    })
    .join('')
}

/** Returns the exact amount in the title of a rounded one. */
export const exactOf = (title = ''): string | undefined =>
  /^(-?\$?\d[\d,.]*(?:%| \w+)?)(?:: see .*)?$/.exec(title)?.[1]

function wordOf({ name, attribs: { title, href }, children }: Tag, base: string): string {
  if (name === 'br') return ' · '
  if (name === 'code') return `\`${children.map(DomUtils.textContent).join('')}\``
  const text = exactOf(title) ?? wordsOf(children, base)
  if (text.trim() === '') return text
  if (name === 'strong' || name === 'b') return `**${text.trim()}**`
  if (name === 'em') return `*${text.trim()}*`
  if (name !== 'a' || !href || href.startsWith('#')) return text
  const { origin, pathname, search, href: whole } = new URL(href, base)
  const address = origin === new URL(base).origin ? pathname + search : whole
  return `[${text.trim()}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
