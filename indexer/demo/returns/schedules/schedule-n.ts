import type { Block } from '../../xml.ts'
import type { ReturnContext } from '../context.ts'
import { addressBlock, businessName } from '../names.ts'
import { explanation } from './explanation.ts'

/** Schedule N: an organization that ended, and who got what it had left. */
export function buildScheduleN(context: ReturnContext): Block | undefined {
  if (!context.filing.final) return undefined
  const heir = context.relatives[0] ?? context.grants[0]?.recipient
  return {
    LiquidationOfAssetsTableGrp: {
      LiquidationOfAssetsDetail: {
        AssetsDistriOrExpnssPaidDesc: 'CASH AND INSTRUMENTS',
        DistributionDt: context.filing.end,
        FairMarketValueOfAssetAmt: context.figures.end.netAssets,
        MethodOfFMVDeterminationTxt: 'BOOK VALUE',
        EIN: heir?.ein,
        BusinessName: heir ? businessName(heir.name) : undefined,
        ...(heir ? addressBlock(heir.address) : {}),
        IRCSectionTxt: '501(C)(3)',
      },
    },
    DirectorOfSuccessorInd: false,
    EmployeeOfSuccessorInd: false,
    OwnerOfSuccessorInd: false,
    ReceiveCompensationInd: false,
    AssetsDistributedInd: true,
    RequiredToNotifyAGInd: true,
    AttorneyGeneralNotifiedInd: true,
    LiabilitiesPaidInd: true,
    BondsOutstandingInd: false,
    SupplementalInformationDetail: explanation(
      'PART I, LINE 2E:',
      'THE BOARD VOTED TO DISSOLVE AND GAVE WHAT WAS LEFT TO AN ORGANIZATION OF LIKE PURPOSE.',
    ),
  }
}
