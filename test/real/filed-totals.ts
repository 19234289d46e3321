import { readFileSync } from 'node:fs'
import { DOMParser } from '@xmldom/xmldom'
import xpath from 'xpath'

const PATHS = readFileSync(new URL('./filed-totals.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
const FORMS = ['IRS990', 'IRS990EZ', 'IRS990PF', 'IRS990T']

export const TOTALS = [...new Set(PATHS.map(([, key = '']) => key))]

const byLocalName = (path: string) =>
  path.replaceAll(/[^/]+/g, (step) => `*[local-name()='${step}']`)

/** Reads a return's totals from its XML with an XPath library and none of our own code. */
export function readFiledTotals(xml: string) {
  const document = new DOMParser().parseFromString(xml.replace(/^\ufeff/, ''), 'text/xml')
  const select = (path: string, from: unknown = document): Element[] =>
    xpath.select(byLocalName(path), from as Node) as unknown as Element[]
  const [data] = select('Return/ReturnData')
  const block = FORMS.find((name) => select(name, data).length > 0)
  if (block === undefined) throw new Error('No form among its parts.')
  const [form] = select(block, data)
  const totals: Record<string, number> = {}
  for (const [, key = '', ...paths] of PATHS.filter(([name]) => name === block)) {
    const [found] = paths.flatMap((path) => select(path, form))
    if (found?.textContent) totals[key] = Number(found.textContent)
  }
  const ein = select('Return/ReturnHeader/Filer/EIN')[0]?.textContent ?? ''
  return { ein, form: block.slice(3), totals }
}
