import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { collectMessages } from './collect-messages.ts'

// A sentence that only test/recorded repeats can change without breaking tests of logic.
const ALLOWED = 'test/wording-allowed.tsv'
const RUN = 5

/** Returns each run of five consecutive words. Values in a text end a run. */
const runsOf = (text: string): string[] =>
  text.split(/\{[^}]*\}/).flatMap((part) => {
    const words = part.toLowerCase().match(/[a-z0-9'’]+/g) ?? []
    return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '))
  })

function literalsOf(file: string): string[] {
  const literals: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isLiteralExpression(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      literals.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return literals
}

test('only test/recorded repeats five consecutive words of a message', () => {
  const known = new Set(collectMessages().flatMap(({ text }) => runsOf(text)))
  const counts = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const count = literalsOf(`test/${name}`).filter((text) =>
        runsOf(text).some((run) => known.has(run)),
      ).length
      return count > 0 ? [`${name}\t${count}`] : []
    })
    .sort()
  // A file of this list may only get shorter. Record new sentences with expectRecorded instead.
  expect(counts).toEqual(readFileSync(ALLOWED, 'utf8').trimEnd().split('\n'))
})
