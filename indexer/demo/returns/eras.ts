import type { Block, Content, Leaf } from '../xml.ts'
import { NAMES_OF_2012 } from './era-names.ts'

// The forms of 2013 have today's names but for names and addresses, which changed a year later.
const LEAVES_OF_2013: Readonly<Record<string, string>> = {
  BusinessNameLine1Txt: 'BusinessNameLine1',
  BusinessNameLine2Txt: 'BusinessNameLine2',
  AddressLine1Txt: 'AddressLine1',
  CityNm: 'City',
  StateAbbreviationCd: 'State',
  ZIPCd: 'ZIPCode',
  ProvinceOrStateNm: 'ProvinceOrState',
  CountryCd: 'Country',
  ForeignPostalCd: 'PostalCode',
}

type Rename = (path: string, name: string) => string | undefined

/**
 * Gives a document (`ReturnHeader`, `IRS990`, a schedule) the element names of its schema version.
 * Elements the version did not have are left out.
 */
export function toEra(version: string, document: string, block: Block): Block {
  if (version >= '2014') return block
  if (version >= '2013') return rename(block, '', (_, name) => LEAVES_OF_2013[name] ?? name)
  const names = NAMES_OF_2012[document] ?? {}
  return rename(block, '', (path) => names[path])
}

function rename(block: Block, parent: string, nameOf: Rename): Block {
  const renamed: Record<string, Content> = {}
  for (const [name, content] of Object.entries(block)) {
    const path = parent === '' ? name : `${parent}/${name}`
    const isMarkup = name.startsWith('@') || name === '#'
    const own = isMarkup ? name : nameOf(path, name)
    if (own !== undefined) renamed[own] = renameContent(content, path, nameOf)
  }
  return renamed
}

function renameContent(content: Content, path: string, nameOf: Rename): Content {
  const one = (item: Leaf | Block): Leaf | Block =>
    typeof item === 'object' ? rename(item, path, nameOf) : item
  if (content === undefined) return undefined
  return Array.isArray(content) ? content.map(one) : one(content as Leaf | Block)
}
