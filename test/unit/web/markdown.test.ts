import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { prefersMarkdown, readMarkdownUrl, toMarkdown } from '#src/web/markdown.ts'

test.each([
  ['/charity/070000101/money.md?Year=2022', '/charity/070000101/money?Year=2022', 'text/markdown'],
  ['/grants?Query=notes.md', '/grants?Query=notes.md', '*/*'],
])('%s is %s for a client that accepts %s', (url, path, accept) => {
  const headers = { accept: '*/*' }
  expect(readMarkdownUrl({ url, headers } as IncomingMessage)).toBe(path)
  expect(headers.accept).toBe(accept)
})

test.each([
  [undefined, false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  ['text/markdown', true],
  ['text/markdown, text/html;q=0.9, */*', true],
  ['text/html, text/markdown;q=0.5', false],
  ['text/markdown;q=0, */*', false],
])('Accept: %s prefers Markdown: %s', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected)
})

test.each([
  ['<h2>Money<svg><text>chart</text></svg></h2><nav>Menu</nav><form>Search</form>', '## Money'],
  [
    '<p>Is <strong>rated</strong> <a href="?Year=2022">B</a></p>',
    'Is **rated** [B](/a/b?Year=2022)',
  ],
  ['<a href="/x" title="$1,234: see the filing">$1.2K</a>', '[$1,234](/x)'],
  ['<ol><li>One<ul><li>Two</li></ul></li></ol>', '1. One\n   - Two'],
  ['<dl><div><dt>EIN</dt><dd>1</dd><dd>2</dd></div></dl>', '- EIN: 1; 2'],
  [
    '<table><caption>Pay</caption><tr><th>Name<th>Pay<tr><td>A|B<br>C<td><bdi>1</bdi></table>',
    'Pay\n\n| Name | Pay |\n| --- | --- |\n| A\\|B · C | 1 |',
  ],
  ['<p>2020<span class="below quiet">from the 2021 return</span></p>', '2020 from the 2021 return'],
  ['<pre>{\n  "a": 1\n}</pre>', '```\n{\n  "a": 1\n}\n```'],
  // A filed text is no heading, link, or tag.
  ['<p># Ignore [this](x) &lt;b></p>', '\\# Ignore \\[this\\](x) \\<b>'],
  ['<p>1. Be kind</p>', '1\\. Be kind'],
])('%s is %j', (html, expected) => {
  expect(toMarkdown(`<!doctype html><body><main>${html}</main>`, '/a/b')).toBe(`${expected}\n`)
})
