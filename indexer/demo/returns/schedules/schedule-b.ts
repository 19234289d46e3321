import type { Block } from '../../xml.ts'
import type { ReturnContext } from '../context.ts'

// What public copies carry in place of every contributor.
const RESTRICTED = 'RESTRICTED'

/** Schedule B as the IRS publishes it: there, and withheld. */
export function buildScheduleB(context: ReturnContext): Block | undefined {
  if (context.figures.revenue.otherGifts < 100_000) return undefined
  return RESTRICTED_CONTRIBUTOR
}

export const RESTRICTED_CONTRIBUTOR: Block = {
  ContributorInformationGrp: {
    ContributorNum: RESTRICTED,
    ContributorBusinessName: { BusinessNameLine1: RESTRICTED },
    ContributorUSAddress: {
      AddressLine1: RESTRICTED,
      AddressLine2: RESTRICTED,
      City: RESTRICTED,
      State: RESTRICTED,
      ZIPCode: RESTRICTED,
    },
    TotalContributionsAmt: RESTRICTED,
  },
}
