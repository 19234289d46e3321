import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'

const PAGES = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')
const text = (page: string) => readFileSync(page, 'utf8')

/** Returns the anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...text(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Returns the links of a page to files of the project or to headings, each with its fault. */
function brokenLinks(page: string): string[] {
  const prose = text(page).replace(/```[\s\S]*?```/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const file = path === '' ? page : normalize(join(dirname(page), path))
    if (!existsSync(file)) return true
    return anchor !== undefined && !(file.endsWith('.md') && anchorsOf(file).includes(anchor))
  })
}

describe('documentation', () => {
  it.each(PAGES)('%s links to files and headings that exist', (page) => {
    expect(brokenLinks(page)).toEqual([])
  })

  it('lists every page for users and operators in its index', () => {
    const index = text('docs/README.md')
    const pages = PAGES.filter((page) => /^docs\/(using|running|working)\/[^/]+\.md$/.test(page))
    expect(pages.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([])
  })

  // Requests with curl are sent by test/integration/docs.test.ts.
  it.each(PAGES)('%s states for each command which test runs it, or that none does', (page) => {
    const blocks = [
      ...text(page).matchAll(/(<!-- [^\n]* -->\n)?\n*```(?:sh|console|bash)\n([\s\S]*?)```/g),
    ]
    const unmarked = blocks.filter(([, mark = '', code = '']) => {
      const runBy = /^<!-- run by (\S+?)[ ,]/.exec(mark)?.[1]
      if (runBy !== undefined) return !existsSync(runBy)
      return !mark.startsWith('<!-- not run by a test -->') && !/^(#.*\n|curl [^|]*\n)+$/.test(code)
    })
    expect(unmarked.map(([block]) => block)).toEqual([])
  })

  it('mentions only scripts that exist', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
    const named = PAGES.flatMap((page) => [...text(page).matchAll(/npm run ([\w:-]+)/g)])
    expect(named.map(([, script = '']) => script).filter((script) => !(script in scripts))).toEqual(
      [],
    )
  })
})
