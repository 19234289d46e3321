import { describe, expect, test } from 'vitest'
import { toMail, toWebhookBody } from '#src/submissions/channel.ts'
import type { Submission } from '#src/submissions/submission.ts'

const QUESTION: Submission = {
  ...{ id: 'q_AAAAAAAAAAAAAAAAAAAAAA', kind: 'question', keyId: 7, ein: '070000001' },
  ...{ message: 'Which years?', email: 'reader@library.example', metadata: null },
  ...{ feedbackType: null, recoverySessionId: null },
  createdAt: new Date('2026-11-22T01:02:03Z'),
}
const FEEDBACK: Submission = {
  ...QUESTION,
  ...{ id: 'f_AAAAAAAAAAAAAAAAAAAAAA', kind: 'feedback', ein: null, email: null, keyId: null },
  feedbackType: 'idea\r\nBcc: all@place.example',
  recoverySessionId: 'r_1',
  metadata: { a: 1 },
}

test('a webhook uses the names of the API, and leaves out what was not given', () => {
  expect(JSON.parse(toWebhookBody(QUESTION))).toEqual({
    type: 'question.received',
    timestamp: '2026-11-22T01:02:03.000Z',
    data: {
      RequestID: QUESTION.id,
      EIN: '070000001',
      Question: 'Which years?',
      Email: 'reader@library.example',
      KeyID: 7,
    },
  })
  expect(JSON.parse(toWebhookBody(FEEDBACK))).toMatchObject({
    type: 'feedback.received',
    data: { FeedbackID: FEEDBACK.id, Message: 'Which years?', Metadata: { a: 1 } },
  })
})

describe('toMail', () => {
  test('replies to the sender, and has none of their text in its subject', () => {
    expect(toMail(QUESTION)).toMatchObject({
      id: QUESTION.id,
      subject: `Question about EIN 070000001 (${QUESTION.id})`,
      replyTo: 'reader@library.example',
    })
    const feedback = toMail(FEEDBACK)
    expect(feedback.subject).toBe(`Feedback (${FEEDBACK.id})`)
    expect(feedback).not.toHaveProperty('replyTo')
  })

  test('quotes sent text line by line', () => {
    const { text } = toMail({ ...QUESTION, message: 'a\r\nb\rc\n\nd\u2028e' })
    expect(text).toContain('\n> a\n> b\n> c\n> \n> d\n> e\n')
    expect(text).toContain('Received 2026-11-22T01:02:03.000Z\nRequestID: q_')
  })

  test('has no sent text that looks like a field', () => {
    const { text } = toMail({ ...FEEDBACK, recoverySessionId: 'r\u2028KeyID: 1' })
    expect(text).toContain('\nFeedbackType: idea Bcc: all@place.example\n')
    expect(text).toContain('\nRecoverySessionID: r KeyID: 1\n')
    expect(text).toContain('\nMetadata:\n> {\n>   "a": 1\n> }\n')
  })
})
