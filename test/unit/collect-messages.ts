import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** The readers of the texts in a folder. The first matching path counts. */
const READERS: [reader: string, paths: RegExp][] = [
  ['Pages', /^src\/web\//],
  ['Agents and the assistant', /^src\/(mcp|tools|assistant)\//],
  ['API', /^src\/(api|search|access|limits|submissions)\/|^src\/platform\/errors\.ts/],
  [
    'Facts, on pages and in the API',
    /^src\/(domain|figures|organizations|network|rating|sector|provenance)\//,
  ],
  ['Command line and log', /./],
]

export type Message = { reader: string; file: string; text: string }

/**
 * Returns each text for people in the code, once for each file, in the order of readers and files.
 */
export function collectMessages(): Message[] {
  const files = ['src', 'indexer', 'mappings', 'clients/typescript/src'].flatMap(listFiles)
  const found = files.flatMap((file) => {
    const reader = READERS.find(([, paths]) => paths.test(file))?.[0] ?? ''
    const source = readFileSync(file, 'utf8')
    const texts = file.endsWith('.tsv') ? source.split(/[\t\n]/) : textsOf(file, source)
    const plain = texts.map((text) => text.replace(/\s+/g, ' ').trim())
    const isText = file === 'src/web/words.ts' ? isLabel : isProse
    return [...new Set(plain.filter(isText))].map((text) => ({ reader, file, text }))
  })
  return READERS.flatMap(([reader]) => found.filter((message) => message.reader === reader))
}

// The demo's texts are data, the names of lines and codes are the IRS's, and migrations are SQL.
const SKIPPED =
  /^indexer\/(demo\/(content|figures|files|returns)|migrations)\/|^clients\/.*\/schema\.ts$|^src\/domain\/(facts\/(paths|tables|definitions)|ntee|places|cause-words|display-name|word-lists)|\/questions\//

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.(tsx?|tsv)$/.test(file) && !SKIPPED.test(file))
    .sort()

const SQL =
  /\(\?:|json_agg|^(alter|analyze|delete from|and|begin|case|close|coalesce|copy|create|declare|drop|fetch|filter|insert|listen|reset|select|set|to_char|truncate|update|vacuum|with|max\()\b|::|\bis (not )?null\b|\bset \w+ =|->>|^json_|\b(desc|boolean|text), \w+ (desc|boolean|text)\b|\bas "\w+"|\bon commit drop\b/

const IDENTIFIER = /[a-z][A-Z]|_/
const CONNECTIVE =
  /\b(an?|and|are|as|at|be|by|for|from|in|is|no|not|of|on|only|or|than|that|the|to|with|without)\b/

/**
 * Returns true if a text has at least three connected words, and is not SQL, a header, or a word
 * list.
 */
function isProse(text: string): boolean {
  const words = text.replace(/\{\w*\}/g, '').split(' ')
  return (
    /^[^\s].*[A-Za-z'’]{2,}[,:;)]? [("'“{]?[A-Za-z{][\w}'’-]*[,:;)”"]? ["“({]?[A-Za-z0-9{]/.test(
      text,
    ) &&
    (/[A-Z.?!:;{]/.test(text) ||
      (words.length < 25 && CONNECTIVE.test(text)) ||
      words.length < 5) &&
    words.filter((word) => IDENTIFIER.test(word)).length * 3 <= words.length &&
    !SQL.test(text)
  )
}

/** Returns true for words, even a single one, but not for a key or a class. */
const isLabel = (text: string) =>
  /[A-Z]\w|\w \w/.test(text) && !/^[\w.]+[a-z][A-Z]\w*$|^\/|^[a-z-]+$/.test(text)

/** JSX attributes whose values are not for people. */
const UNREAD = new Set(['class', 'd', 'href', 'points', 'rel', 'style', 'viewBox'])

function textsOf(file: string, source: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return
    if (ts.isJsxAttribute(node) && UNREAD.has(node.name.getText())) return
    const text = textOf(node)
    if (text !== undefined) texts.push(text)
    if (text === undefined || ts.isTemplateExpression(node) || isElement(node))
      ts.forEachChild(node, (child) => {
        // The words of an element have been read with it.
        if (!(text !== undefined && isElement(node) && (isElement(child) || ts.isJsxText(child))))
          visit(child)
      })
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return texts
}

const isElement = (node: ts.Node): node is ts.JsxElement | ts.JsxFragment =>
  ts.isJsxElement(node) || ts.isJsxFragment(node)

/** Returns the text of a literal or of an element with words, with `{name}` for values. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return (
      node.head.text +
      node.templateSpans.map((span) => filledIn(span.expression) + span.literal.text).join('')
    )
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)]
    if (left === undefined && right === undefined) return undefined
    return (left ?? filledIn(node.left)) + (right ?? filledIn(node.right))
  }
  if (
    isElement(node) &&
    node.children.some((child) => ts.isJsxText(child) && /\w/.test(child.text))
  )
    return node.children.map(wordsOf).join('')
  return undefined
}

function wordsOf(child: ts.JsxChild): string {
  if (ts.isJsxText(child)) return child.text
  if (ts.isJsxExpression(child)) {
    const { expression } = child
    return expression === undefined ? '' : (textOf(expression) ?? filledIn(expression))
  }
  return isElement(child) ? child.children.map(wordsOf).join('') : '{…}'
}

/** Returns `{name}` for a value, from the last name in a short expression. */
function filledIn(expression: ts.Expression): string {
  const name = /^(?:\w+\()?(?:[\w?]+\.)*(\w+)[,)]?/.exec(expression.getText())?.[1]
  return expression.getText().length > 60 || name === undefined ? '{…}' : `{${name}}`
}
