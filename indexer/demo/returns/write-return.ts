import type { Filing } from '../filings.ts'
import type { Random } from '../random.ts'
import { type Block, writeXml, type XmlStyle } from '../xml.ts'
import { toEra } from './eras.ts'

/** Puts header and data together as the IRS publishes them. */
export function writeReturn(filing: Filing, header: Block, data: Block, random: Random): string {
  const style = drawStyle(random)
  const count = Object.values(data).reduce<number>(
    (sum, content) => sum + (Array.isArray(content) ? content.length : 1),
    0,
  )
  return writeXml(
    'Return',
    {
      [style.prefix === '' ? '@xmlns' : '@xmlns:irs']: 'http://www.irs.gov/efile',
      '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      '@xsi:schemaLocation': 'http://www.irs.gov/efile',
      '@returnVersion': filing.version,
      ReturnHeader: toEra(filing.version, 'ReturnHeader', header),
      ReturnData: {
        [filing.version < '2014' ? '@documentCount' : '@documentCnt']: String(count),
        ...withDocumentIds(filing.version, data),
      },
    },
    style,
  )
}

function withDocumentIds(version: string, data: Block): Block {
  const label = (name: string, content: Block, position: number): Block => ({
    '@documentId': position === 0 ? name : `${name}-${position + 1}`,
    ...toEra(version, name, content),
  })
  const entries = Object.entries(data).map(([name, content]) => {
    const documents = (Array.isArray(content) ? content : [content]) as Block[]
    return [name, documents.map((document, position) => label(name, document, position))] as const
  })
  return Object.fromEntries(entries)
}

// The mix seen among published files: byte order mark and CRLF are common, words rarer than digits.
function drawStyle(random: Random): XmlStyle {
  return {
    booleans: random.chance(0.35) ? 'words' : 'digits',
    newline: random.chance(0.5) ? '\r\n' : '\n',
    byteOrderMark: random.chance(0.6),
    indent: random.chance(0.3),
    prefix: random.chance(0.004) ? 'irs:' : '',
  }
}
