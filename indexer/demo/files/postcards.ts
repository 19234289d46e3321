import { pickPerson } from '../names.ts'
import type { Organization } from '../organization.ts'
import type { Random } from '../random.ts'

/** The electronic postcards (990-N) of an organization: one row a year, 26 fields each. */
export function writePostcards(organization: Organization, random: Random): string[] {
  const rows: string[] = []
  for (let taxYear = organization.firstTaxYear; taxYear <= organization.lastTaxYear; taxYear++) {
    rows.push(writePostcard(organization, taxYear, random))
  }
  return rows
}

function writePostcard(organization: Organization, taxYear: number, random: Random): string {
  const { address, fiscalMonth } = organization
  const end = new Date(Date.UTC(taxYear + (fiscalMonth === 12 ? 0 : 1), fiscalMonth, 0))
  const begin = new Date(Date.UTC(taxYear, fiscalMonth === 12 ? 0 : fiscalMonth, 1))
  const place = [
    address.line1,
    '',
    address.city,
    address.foreign?.province ?? '',
    address.state,
    address.foreign?.postalCode ?? address.zip.slice(0, 5),
    address.foreign?.country ?? 'US',
  ]
  return [
    organization.ein,
    taxYear,
    organization.name,
    'T',
    organization.cases.includes('final') && taxYear === organization.lastTaxYear ? 'T' : 'F',
    usDate(begin),
    usDate(end),
    organization.website ?? '',
    pickPerson(random.fork(`officer ${Math.floor(taxYear / 3)}`)),
    ...place,
    ...place,
    organization.doingBusinessAs ?? '',
    '',
    '',
  ].join('|')
}

function usDate(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}-${date.getUTCFullYear()}`
}
