import type { Block } from '../../xml.ts'
import { hasTrait, type ReturnContext } from '../context.ts'
import { explanation } from './explanation.ts'

/** Schedule E: a school's policy of nondiscrimination. */
export function buildScheduleE(context: ReturnContext): Block | undefined {
  if (!hasTrait(context, 'school')) return undefined
  return {
    NondiscriminatoryPolicyStmtInd: true,
    PolicyStmtInBrochuresEtcInd: true,
    PlcyPblczdViaBroadcastMediaInd: true,
    MaintainRacialCompRecsInd: true,
    MaintainScholarshipsRecsInd: true,
    MaintainCpyOfBrochuresEtcInd: true,
    MaintainCpyOfAllSolInd: true,
    DiscriminateRaceStdntsRghtsInd: false,
    DiscriminateRaceAdmissPlcyInd: false,
    DiscriminateRaceEmplmFcultyInd: false,
    DiscriminateRaceSchsInd: false,
    DiscriminateRaceEducPlcyInd: false,
    DiscriminateRaceUseOfFcltsInd: false,
    DiscriminateRaceAthltProgInd: false,
    DiscriminateRaceOtherActyInd: false,
    GovernmentFinancialAidRcvdInd: context.figures.revenue.government > 0,
    GovernmentFinancialAidRvkdInd: false,
    ComplianceWithRevProc7550Ind: true,
    SupplementalInformationDetail: explanation(
      'Schedule E, Part I, Line 3',
      'The school publishes its policy on its home page and in the newspapers of the county.',
    ),
  }
}
