import type { ComponentChildren } from 'preact'
import { countOf } from '#src/domain/money.ts'

/** Texts on the page that searches grants. */
export const grantSearchTexts = {
  title: 'Search grants',
  description: 'Search the grants in all loaded returns by purpose, funder, recipient, and amount.',
  lead: 'Search the grants that foundations and public charities list in their returns: what they were for, who gave them, and who received them.',
  query: 'Purpose, recipient, or EIN',
  examples: [
    'youth programs in Ohio over $10,000',
    'general support since 2022',
    'largest food grants',
  ],
  tryOne: 'Try',
  more: 'More filters',
  fields: {
    Query: 'Purpose, recipient, or EIN',
    Funder: 'Funder: name or EIN',
    Recipient: 'Recipient: name as filed, or EIN',
    State: 'State of the recipient',
    Category: 'Listed in',
    MinAmount: 'Minimum amount, $',
    MaxAmount: 'Maximum amount, $',
    MinYear: 'From tax year',
    MaxYear: 'To tax year',
    Sort: 'Order by',
    Order: 'Direction',
    Cursor: 'Page',
  } as Readonly<Record<string, string>>,
  fault: (field: string, message: string) => `${field}: ${message}.`,
  found: (rows: number, total: ComponentChildren, amounts: number) => (
    <>
      {countOf(rows, 'row')} found
      {total !== undefined && (
        <>
          : {total} in {countOf(amounts, 'grant')} with an amount
        </>
      )}
      .
    </>
  ),
  none: 'No grant matches. Remove a filter, or use other words.',
  facets: { State: 'State', Year: 'Tax year', AmountBand: 'Amount', Category: 'Listed in' },
  table: 'Grants found',
  heads: {
    funder: 'Funder',
    recipient: 'Recipient',
    amount: 'Amount',
    year: 'Tax year',
    purpose: 'Purpose',
  },
  amountOf: (funder: string, recipient: string) => `Amount, ${funder} to ${recipient}`,
  filters: 'Active filters',
  phrase: (phrase: string, meaning: string) => `“${phrase}”: ${meaning}`,
  notUnderstood: (phrases: string) => `Not understood: ${phrases}.`,
  best: 'Best match first',
  pagesEnd: 'Pages and the CSV file end at the 10,000th row. To see the rest, add a filter.',
} as const
