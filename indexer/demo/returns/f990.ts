import type { Block } from '../xml.ts'
import type { ReturnContext } from './context.ts'
import { buildChecklist, buildCompliance, buildGovernance } from './f990-checklists.ts'
import { buildPeople } from './f990-people.ts'
import {
  buildBalanceSheet,
  buildExpenses,
  buildReconciliation,
  buildRevenue,
} from './f990-statements.ts'
import { buildHeading, buildPrograms, buildSummary } from './f990-summary.ts'
import { buildSchedules, SCHEDULE_LETTERS, toElements } from './schedules/all.ts'

/** Form 990 with its schedules: the elements below ReturnData. */
export function buildForm990(context: ReturnContext): Block {
  const schedules = buildSchedules(context, SCHEDULE_LETTERS)
  return {
    IRS990: {
      ...buildHeading(context),
      ...buildSummary(context),
      ...buildPrograms(context),
      ...buildChecklist(context, (letter) => schedules[letter] !== undefined),
      ...buildCompliance(context),
      ...buildGovernance(context),
      ...buildPeople(context),
      ...buildRevenue(context),
      ...buildExpenses(context),
      ...buildBalanceSheet(context),
      ...buildReconciliation(context),
    },
    ...toElements(schedules),
  }
}
