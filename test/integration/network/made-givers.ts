import { resolveDue } from '#indexer/pipeline/resolve.ts'
import { type MadeRow, toHeader, toRegistry } from '#test/integration/indexer/made-lists.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { withFiles } from '#test/world/here.ts'
import { loadInto, type Store } from '#test/world/store.ts'

/** A row of Schedule I, or of the 990-PF's lists of grants. */
export type MadeGrant = {
  name: string
  amount?: number
  ein?: string
  city?: string
  state?: string
  /** FIPS code: the address is abroad. */
  country?: string
  purpose?: string
}

export type MadeGiver = {
  ein: string
  objectId: string
  name?: string
  /** The year in which its period ends. */
  year?: number
  /** Month and day of the receipt, 05-12. */
  received?: string
  grants?: MadeGrant[]
  /** If given, it is a 990-PF, and these grants are promised for later years. */
  approved?: MadeGrant[]
  /** Paid to related organizations, whose EINs are in another part of Schedule R. */
  transfers?: { name: string; ein: string }[]
}

const amountOf = (element: string, amount: number | undefined): string =>
  amount === undefined ? '' : `<${element}>${amount}</${element}>`

const placeOf = ({ city = 'Akron', state = 'OH' }: MadeGrant): string =>
  `<CityNm>${city}</CityNm><StateAbbreviationCd>${state}</StateAbbreviationCd>`

const nameOf = (name: string): string => `<BusinessNameLine1Txt>${name}</BusinessNameLine1Txt>`

const addressOf = (grant: MadeGrant): string =>
  grant.country === undefined
    ? `<USAddress>${placeOf(grant)}</USAddress>`
    : `<ForeignAddress><CityNm>${grant.city}</CityNm><CountryCd>${grant.country}</CountryCd></ForeignAddress>`

const scheduleRow = (grant: MadeGrant): string =>
  `<RecipientTable><RecipientBusinessName>${nameOf(grant.name)}</RecipientBusinessName>
   ${addressOf(grant)}
   ${grant.ein === undefined ? '' : `<RecipientEIN>${grant.ein}</RecipientEIN>`}
   ${amountOf('CashGrantAmt', grant.amount)}</RecipientTable>`

const foundationRow = (element: string) => (grant: MadeGrant) =>
  `<${element}><RecipientBusinessName>${nameOf(grant.name)}</RecipientBusinessName>
   <RecipientUSAddress>${placeOf(grant)}</RecipientUSAddress>
   <GrantOrContributionPurposeTxt>${grant.purpose ?? ''}</GrantOrContributionPurposeTxt>
   ${amountOf('Amt', grant.amount)}</${element}>`

const relatedRows = ({ name, ein }: { name: string; ein: string }): string =>
  `<IdRelatedTaxExemptOrgGrp><DisregardedEntityName>${nameOf(name)}</DisregardedEntityName>
   <EIN>${ein}</EIN></IdRelatedTaxExemptOrgGrp>
   <TransactionsRelatedOrgGrp><OtherOrganizationName>${nameOf(name)}</OtherOrganizationName>
   <TransactionTypeTxt>R</TransactionTypeTxt><InvolvedAmt>5</InvolvedAmt></TransactionsRelatedOrgGrp>`

/** XML of the return of a giver: a 990 with Schedule I, or a 990-PF. */
export function giverXml(giver: MadeGiver): string {
  const { ein, name = `Giver ${ein}`, year = 2022, received = '05-12', grants = [] } = giver
  const { transfers = [] } = giver
  const form = giver.approved ? '990PF' : '990'
  const address = `<USAddress>${placeOf({ name: '' })}</USAddress>`
  const header = toHeader({ ein, name, year, form, received, address })
  const data = giver.approved
    ? `<IRS990PF><SupplementaryInformationGrp>
       ${grants.map(foundationRow('GrantOrContributionPdDurYrGrp')).join('')}
       ${giver.approved.map(foundationRow('GrantOrContriApprvForFutGrp')).join('')}
       </SupplementaryInformationGrp></IRS990PF>`
    : `<IRS990><CYTotalRevenueAmt>100</CYTotalRevenueAmt></IRS990>
       <IRS990ScheduleI>${grants.map(scheduleRow).join('')}</IRS990ScheduleI>
       <IRS990ScheduleR>${transfers.map(relatedRows).join('')}</IRS990ScheduleR>`
  return makeReturn({ header, data })
}

export type Listed = MadeRow

/** Loads files made for a test; `load` stores them unresolved. */
export function madeFiles(loadsBefore = 0) {
  let round = loadsBefore
  return {
    async load(store: Store, givers: readonly MadeGiver[], listed: readonly Listed[] = []) {
      round += 1
      // Each extract is of a later month, because the registry's newest row counts.
      const month = `2026-${String(round).padStart(2, '0')}`
      const files = Object.fromEntries(
        givers.map((giver) => [`${giver.objectId}_public.xml`, giverXml(giver)]),
      )
      if (listed.length > 0) files[`${month}/eo1.csv`] = toRegistry(listed)
      const result = await withFiles(files, (folder) =>
        // Some tests move a filing to another organization.
        loadInto(store, [folder], undefined, { mayReplaceOthers: true }),
      )
      if (result.failed.length > 0 || result.isStopped) throw new Error('The load failed.')
      return result
    },
    async loadAndResolve(store: Store, givers: readonly MadeGiver[], listed: Listed[] = []) {
      await this.load(store, givers, listed)
      return await resolveDue(store.db)
    },
  }
}
