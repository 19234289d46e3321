import type { Block } from '../../xml.ts'
import { type ReturnContext, tell } from '../context.ts'
import { explanation } from './explanation.ts'

/** Schedule O: the narrative the forms have no room for. */
export function buildScheduleO(context: ReturnContext): Block {
  const { organization, filing, random } = context
  const rows = [
    explanation(
      'FORM 990, PART VI, SECTION B, LINE 11B:',
      random
        .fork('review text')
        .pick([
          'THE TREASURER AND THE ACCOUNTANT GO THROUGH A DRAFT, WHICH EVERY DIRECTOR RECEIVES BEFORE IT IS FILED.',
          'THE FINANCE COMMITTEE REVIEWS THE RETURN; A COPY IS SENT TO THE BOARD BY E-MAIL.',
        ]),
    ),
    explanation(
      'FORM 990, PART VI, SECTION C, LINE 19:',
      'GOVERNING DOCUMENTS AND STATEMENTS ARE SHOWN AT THE OFFICE TO ANYONE WHO ASKS.',
    ),
  ]
  const fourth = organization.kind.programs[3]
  if (fourth)
    rows.push(
      explanation(
        'FORM 990, PART III, LINE 4D:',
        tell(organization, fourth, filing.taxYear, random.fork('program 3')),
      ),
    )
  if (filing.amendment > 0)
    rows.push(
      explanation(
        'FORM 990, AMENDED RETURN:',
        'AMENDED TO CORRECT THE FUNCTIONAL ALLOCATION OF OCCUPANCY COSTS.',
      ),
    )
  if (organization.cases.includes('material-diversion'))
    rows.push(
      explanation(
        'FORM 990, PART VI, SECTION A, LINE 5:',
        'A FORMER BOOKKEEPER TOOK 38,200 DOLLARS OVER TWO YEARS; THE LOSS WAS REPORTED TO THE POLICE AND HALF OF IT HAS BEEN RECOVERED.',
      ),
    )
  return { SupplementalInformationDetail: rows }
}
