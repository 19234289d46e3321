import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'

/** Parts of a return made for tests, with only fictional organizations (EIN prefixes 07, 17). */
export type MadeReturn = {
  version?: string
  header?: string
  data?: string
  prefix?: string
}

export const HEADER = `<ReturnTs>2023-05-12T10:11:12-05:00</ReturnTs>
<TaxPeriodEndDt>2022-12-31</TaxPeriodEndDt>
<PreparerFirmGrp><PreparerFirmEIN>170000001</PreparerFirmEIN></PreparerFirmGrp>
<ReturnTypeCd>990</ReturnTypeCd>
<TaxPeriodBeginDt>2022-01-01</TaxPeriodBeginDt>
<Filer><EIN>070000001</EIN><BusinessName><BusinessNameLine1Txt>Made &amp; Meant</BusinessNameLine1Txt></BusinessName></Filer>
<TaxYr>2022</TaxYr>`

export const DATA = '<IRS990 documentId="R1"><CYTotalRevenueAmt>100</CYTotalRevenueAmt></IRS990>'

/** Returns the XML of a return; `prefix` such as `irs:` precedes every element's name. */
export function makeReturn(made: MadeReturn = {}): string {
  const { version = '2022v5.0', header = HEADER, data = DATA, prefix = '' } = made
  const namespace = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`
  const body = `<ReturnHeader binaryAttachmentCnt="0">${header}</ReturnHeader>
<ReturnData documentCnt="1">${data}</ReturnData>`
  const prefixed = body.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}`)
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    `<${prefix}Return ${namespace}="http://www.irs.gov/efile" returnVersion="${version}">\n` +
    `${prefixed}\n</${prefix}Return>\n`
  )
}

/** Returns what a load reads from a return. */
export const recordOf = (made: MadeReturn = {}, objectId = '202301329349300001') =>
  toFilingRecord(readReturn(Buffer.from(makeReturn(made))), objectId)

/** Returns a grant of Schedule I whose number is also its amount in dollars. */
export const makeGrant = (row: number): string =>
  `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>Grantee ${row}` +
  '</BusinessNameLine1Txt></RecipientBusinessName><RecipientEIN>170000001</RecipientEIN>' +
  `<CashGrantAmt>${row}</CashGrantAmt><PurposeOfGrantTxt>For general support of the work of the ` +
  'organization in its community, in the year of the return</PurposeOfGrantTxt></RecipientTable>'

/** Elements by name: "A/B" nests, an array repeats, and an array in it is one element's content. */
export type Elements = { [path: string]: Content | readonly Content[] }
type Content = string | number | Elements | readonly Elements[]

/** Returns the XML of elements. */
export const toXml = (elements: Elements): string =>
  Object.entries(elements)
    .flatMap(([path, content]) => [content].flat().map((one) => wrap(path, one as Content)))
    .join('')

function wrap(path: string, content: Content): string {
  const inner = typeof content === 'object' ? [content].flat().map(toXml).join('') : String(content)
  return path.split('/').reduceRight((text, name) => `<${name}>${text}</${name}>`, inner)
}
