import { fillTemplate, type Trait } from '../content.ts'
import type { YearFigures } from '../figures/year.ts'
import type { Filing } from '../filings.ts'
import type { Grant } from '../grants.ts'
import { type Address, type Case, hasCase, type Organization } from '../organization.ts'
import type { Random } from '../random.ts'
import type { Block } from './write-return.ts'

/** Everything needed to write one return of a 990 or 990-EZ filer. */
export type ReturnContext = {
  filing: Filing
  organization: Organization
  figures: YearFigures
  /** Figures of earlier years, newest first; Schedules A and D show up to four of them. */
  earlier: readonly YearFigures[]
  grants: readonly Grant[]
  /** The rest of its group exemption. */
  relatives: readonly Organization[]
  /** A nonprofit among its contractors. */
  contractor: Organization | undefined
  random: Random
}

/** Returns the value of a form's box: an X, or nothing at all. */
export const tick = (isTicked: boolean): 'X' | undefined => (isTicked ? 'X' : undefined)

export const isCase = (context: ReturnContext, wanted: Case): boolean =>
  hasCase(context.organization, wanted)

export const hasTrait = (context: ReturnContext, trait: Trait): boolean =>
  context.organization.kind.traits.includes(trait)

/**
 * Returns whether this is the newest year of an organization with the case: its mistakes are made
 * there.
 */
export const isNewestOf = ({ organization, filing }: ReturnContext, wanted: Case): boolean =>
  hasCase(organization, wanted) && filing.taxYear === organization.lastTaxYear

/** Returns the figures of the year before, unless this is an initial return. */
export const priorYear = (context: ReturnContext): YearFigures | undefined =>
  context.filing.initial ? undefined : context.earlier[0]

/** Returns a text of the organization for a tax year: its counts grow, its words stay the same. */
export function tell(
  organization: Organization,
  template: string,
  taxYear: number,
  random: Random,
): string {
  const growth = organization.growth ** (taxYear - 2019)
  return fillTemplate(template, { words: organization.words, growth }, random)
}

/**
 * Returns whether statements are audited: above a million of revenue; below, they are compiled or
 * reviewed.
 */
export const isAudited = (context: ReturnContext): boolean =>
  context.figures.revenue.total > 1_000_000 && !isCase(context, 'deficit')

// A line of a business name has room for 75 characters.
const LINE_LENGTH = 75

/** Returns a name in one or two lines, as every form writes names of organizations. */
export function businessName(name: string): Block {
  if (name.length <= LINE_LENGTH) return { BusinessNameLine1Txt: name }
  const cut = name.lastIndexOf(' ', LINE_LENGTH)
  return { BusinessNameLine1Txt: name.slice(0, cut), BusinessNameLine2Txt: name.slice(cut + 1) }
}

/** Returns `USAddress` or `ForeignAddress`, under the names a form gives them. */
export function addressBlock(
  address: Address,
  us = 'USAddress',
  foreign = 'ForeignAddress',
): Block {
  if (!address.foreign) {
    const { line1, city, state, zip } = address
    return {
      [us]: { AddressLine1Txt: line1, CityNm: city, StateAbbreviationCd: state, ZIPCd: zip },
    }
  }
  const { province, country, postalCode } = address.foreign
  return {
    [foreign]: {
      AddressLine1Txt: address.line1,
      CityNm: address.city,
      ProvinceOrStateNm: province || undefined,
      CountryCd: country,
      ForeignPostalCd: postalCode,
    },
  }
}

/** Returns the four characters the IRS checks a name by. */
export const nameControl = (name: string): string =>
  name
    .replace(/^The /, '')
    .replace(/[^A-Za-z0-9&-]/g, '')
    .slice(0, 4)
    .toUpperCase()
