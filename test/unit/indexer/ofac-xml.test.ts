import { describe, expect, it } from 'vitest'
import type { ListedAddress, ListedName, ListedParty } from '#indexer/records/restricted.ts'
import { outline, readTable } from './read-table.ts'

type Listed = { party: ListedParty; names: ListedName[]; addresses: ListedAddress[] }

const OLD = 'xmlns="http://tempuri.org/sdnList.xsd"'
const NEW = 'xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML"'
const DAY = '<publshInformation><Publish_Date>04/17/2026</Publish_Date></publshInformation>'

const ELM = `<sdnEntry>
  <uid>1</uid><lastName>ELM FOUNDATION</lastName><sdnType>Entity</sdnType>
  <remarks>Made &amp; fictional; SSN 523-00-0000.</remarks>
  <programList><program>SDGT</program><program>SDT</program></programList>
  <idList>
    <id><uid>5</uid><idType>US FEIN</idType><idNumber>79-0000001</idNumber>
      <idCountry>United States</idCountry></id>
    <id><uid>6</uid><idType>Tax ID No.</idType><idNumber>790000002</idNumber>
      <idCountry>Mexico</idCountry></id>
  </idList>
  <akaList>
    <aka><uid>11</uid><type>a.k.a.</type><category>strong</category><lastName>ELM FUND</lastName></aka>
    <aka><uid>12</uid><type>f.k.a.</type><category>weak</category><lastName>EF</lastName></aka>
  </akaList>
  <addressList><address><uid>21</uid><address1>P.O. Box 1</address1><address2>Room 2</address2>
    <city>Bridgeview</city><stateOrProvince>IL</stateOrProvince><postalCode>60455</postalCode>
    <country>United States</country></address></addressList>
</sdnEntry>`
const ADA = `<sdnEntry><uid>2</uid><firstName>Ada Mae</firstName><lastName>OAK</lastName>
  <sdnType>Individual</sdnType><programList><program>CUBA</program></programList></sdnEntry>`

const listOf = (entries: string, attributes = OLD) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<sdnList ${attributes}>${DAY}${entries}</sdnList>`
const prefixed = (xml: string) =>
  xml.replace(/<(\/?)(?=\w)/g, '<$1l:').replace('xmlns=', 'xmlns:l=')

describe("OFAC's XML", () => {
  it.each([
    ['the old namespace', listOf(ELM + ADA)],
    ['the new namespace', listOf(ELM + ADA, NEW)],
    ['any namespace and a prefix', prefixed(listOf(ELM + ADA, 'xmlns="urn:made"'))],
  ])('is read in %s', async (_, xml) => {
    const party = {
      ...{ kind: 'organization', name: 'ELM FOUNDATION', programs: ['SDGT', 'SDT'] },
      ...{ remarks: 'Made & fictional; SSN withheld.', eins: ['790000001'] },
    }
    const names = [
      { number: '11', kind: 'aka', name: 'ELM FUND', is_weak: false },
      { number: '12', kind: 'fka', name: 'EF', is_weak: true },
    ]
    const street = { number: '21', street: 'P.O. Box 1, Room 2', city: 'Bridgeview' }
    const addresses = [{ ...street, state: 'IL', zip: '60455', country: 'US' }]
    expect(await readTable('ofac-xml', xml)).toMatchObject([
      { entry: '1', published_on: '2026-04-17', party, names, addresses },
      { party: { kind: 'person', name: 'OAK, Ada Mae' } },
    ])
  })

  it('has the same for an entry as the tables', async () => {
    const first = async (...table: Parameters<typeof readTable>) =>
      (await readTable(...table))[0] as unknown as Listed
    const remarks = '"US FEIN 79-0000001 (United States); f.k.a. \'EF\'."'
    const empty = '-0- ,'.repeat(7)
    const xml = await first('ofac-xml', listOf(ELM))
    const csv = `1,"ELM FOUNDATION",-0- ,"SDGT] [SDT",${empty}${remarks}`
    const { party } = await first('ofac-party', csv)
    const alias = await first('ofac-alias', '1,11,"aka","ELM FUND",-0- ')
    const place = '1,21,"P.O. Box 1, Room 2","Bridgeview, IL 60455","United States",-0- '
    const { kind, name, programs, eins } = xml.party
    expect(party).toMatchObject({ kind, name, programs, eins })
    expect(xml.addresses).toEqual((await first('ofac-address', place)).addresses)
    const weak = party.weak_names.map((one) => ({ ...one, is_weak: true }))
    const told = (all: Partial<ListedName>[]) => all.map((one) => [one.kind, one.name, one.is_weak])
    expect(told(xml.names)).toEqual(told([...alias.names, ...weak]))
  })

  it('says when an entry forbids certain dealings only', async () => {
    const rows = await readTable('ofac-xml', listOf(ADA + ADA.replace('CUBA', 'NS-PLC')))
    expect(rows).toMatchObject([{ party: { is_partial: false } }, { party: { is_partial: true } }])
  })

  it('keeps the entries before a cut, and reports its position', async () => {
    const xml = listOf(ELM + ADA).slice(0, -60)
    const lines = xml.split('\n').length
    expect(outline(await readTable('ofac-xml', xml), 'entry')).toEqual(['1', `${lines} CutShort`])
  })

  const latin = Buffer.concat([
    Buffer.from(`${listOf(ELM).slice(0, -10)}${' '.repeat(64)}`),
    Buffer.from([0xff]),
  ])
  it.each<[string, string | Buffer]>([
    ['NotWellFormed', listOf(`${ELM}<sdnEntry><uid>2</sdnEntry>`)],
    ['NotWellFormed', listOf(`${ELM}<sdnEntry><uid>&elm;</uid></sdnEntry>`)],
    ['NotWellFormed', listOf(`${ELM}<sdnEntry><uid>\0</uid></sdnEntry>`)],
    ['TooManyElements', listOf(`${ELM}<sdnEntry>${'<a/>'.repeat(20_001)}</sdnEntry>`)],
    ['TooDeep', listOf(`${ELM}${'<a>'.repeat(20)}${'</a>'.repeat(20)}`)],
    ['ElementTooLong', listOf(`${ELM}<remarks>${'x'.repeat(3 << 20)}</remarks>`)],
    ['NotText', latin],
  ])('stops at an element that is %s', async (code, xml) => {
    expect(await readTable('ofac-xml', xml, 64)).toMatchObject([{ entry: '1' }, { code }])
  })

  it('rejects a document type, and expands no entity', async () => {
    const bomb = `<!DOCTYPE sdnList [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>`
    const xml = `<?xml version="1.0"?>${bomb}<sdnList><sdnEntry><uid>&b;</uid></sdnEntry></sdnList>`
    expect(outline(await readTable('ofac-xml', xml), 'entry')).toEqual(['1 DoctypeRefused'])
  })

  it.each([
    ['InvalidNumber', '<uid>x</uid><lastName>ELM</lastName><sdnType>Entity</sdnType>'],
    ['NoName', '<uid>3</uid><sdnType>Entity</sdnType>'],
    ['InvalidType', '<uid>3</uid><lastName>ELM</lastName><sdnType>Tree</sdnType>'],
  ])('loses only an entry: %s', async (code, inner) => {
    const rows = await readTable('ofac-xml', listOf(`<sdnEntry>${inner}</sdnEntry>${ADA}`))
    expect(rows).toMatchObject([{ code }, { entry: '2' }])
  })
})
