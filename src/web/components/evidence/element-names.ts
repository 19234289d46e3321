// What the IRS cuts names of elements short with; '' is a word on how a value is written alone.
const SPELLED: Readonly<Record<string, string>> = {
  Addr: 'Address',
  Amt: 'Amount',
  Asst: 'Assistance',
  Cnt: 'Count',
  Contri: 'Contributions',
  Desc: 'Description',
  Distri: 'Distributions',
  Dt: 'Date',
  Govt: 'Government',
  Grp: '',
  Incm: 'Income',
  Ind: '',
  Invst: 'Investment',
  Nm: 'Name',
  Num: 'Number',
  Org: 'Organization',
  Pct: 'Percent',
  Pymt: 'Payment',
  Rcpts: 'Receipts',
  Rcvd: 'Received',
  Rt: 'Ratio',
  Tot: 'Total',
  Txbl: 'Taxable',
  Txt: '',
  Yr: 'Year',
}

const WORDS = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=\d)/g

/** `CashGrantAmt` as "Cash Grant Amount"; an attribute by its own name. */
export const spellName = (name: string): string => {
  const bare = name.replace(/^@/, '').replace(/\[\d+\]$/, '')
  const spelled = bare
    .replaceAll('_', ' ')
    .replaceAll(WORDS, ' ')
    .split(' ')
    .map((word) => SPELLED[word] ?? word)
    .filter((word) => word !== '')
  return spelled.join(' ') || bare
}

/** What a number below an element counts, by how the IRS ends its name; undefined for all else. */
export function unitByName(name: string): 'USD' | 'count' | undefined {
  if (/Amt(\[\d+\])?$/.test(name)) return 'USD'
  return /Cnt(\[\d+\])?$/.test(name) ? 'count' : undefined
}
