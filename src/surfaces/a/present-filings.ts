import { isShortYear } from '../../domain/tax-period.ts'
import type { FilingList, ListedFiling } from '../../profiles/filings.ts'
import { stateOf, warningsOf } from '../../profiles/select-filing.ts'
import type { CharityFilings } from './filings-schema.ts'

/** A's list of filings; what is unknown is left out, and so is a box that is not ticked. */
export const presentFilings = ({ ein, form, filings, nextCursor }: FilingList): CharityFilings => ({
  Form: form,
  Filings: filings.map((filing) => ({
    Year: filing.taxYear,
    TaxPeriodEnd: filing.taxPeriodEnd,
    Validation: presentValidation(filing),
    Source: presentSource(ein, filing),
  })),
  NextCursor: nextCursor,
})

type Listed = CharityFilings['Filings'][number]

const ticked = (is: boolean) => (is ? (true as const) : undefined)

const presentValidation = (filing: ListedFiling): Listed['Validation'] => ({
  Status: stateOf(filing),
  SupersededBy: filing.supersededBy,
  Amended: ticked(filing.isAmended),
  Initial: ticked(filing.isInitial),
  Final: ticked(filing.isFinal),
  GroupReturn: ticked(filing.isGroupReturn),
  ShortYear: ticked(isShortYear(filing)),
  Warnings: warningsOf(filing),
})

const presentSource = (ein: string, filing: ListedFiling): Listed['Source'] => ({
  ObjectID: filing.objectId,
  Archive: filing.sourceArchive,
  Member: filing.sourceMember ?? undefined,
  ReceivedOn: filing.receivedOn ?? undefined,
  SchemaVersion: filing.schemaVersion ?? undefined,
  TaxPeriodBegin: filing.taxPeriodBegin ?? undefined,
  Links: filing.opensByYear
    ? { Page: `/api/v2/charity/${ein}/page?Form=${filing.form}&Year=${filing.taxYear}` }
    : undefined,
})
