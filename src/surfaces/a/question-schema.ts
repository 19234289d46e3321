import { z } from 'zod'
import { bodyEin, bodyEmail, bodyText, notifiedField, objectFault } from './body-fields.ts'

/** Interface part 8. */
const MAX_QUESTION = 4_000

/** Interface part 2.1, CharityQuestionRequest. */
export const questionBody = z
  .strictObject(
    {
      EIN: bodyEin('The organization asked about: an integer, its digits, or as 07-0000101.'),
      Question: bodyText({ max: MAX_QUESTION, description: 'What is asked, in plain text.' }),
      Email: bodyEmail('Where the answer goes.'),
    },
    { error: objectFault },
  )
  .meta({
    examples: [
      {
        EIN: '070000101',
        Question: 'Which years does the endowment cover?',
        Email: 'reader@library.example',
      },
    ],
  })

/** Interface part 2.1, QuestionResult. */
export const questionResult = z
  .strictObject({
    RequestID: z.string().describe('Names the question towards the operators.'),
    Stored: z.boolean(),
    Notified: notifiedField,
  })
  .meta({ id: 'QuestionResult' })
