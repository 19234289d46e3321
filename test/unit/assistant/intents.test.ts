import { expect, test } from 'vitest'
import { featuresOf } from '#src/assistant/intents/features.ts'
import weights from '#src/assistant/intents/weights.json' with { type: 'json' }
import { KINDS } from '#src/assistant/message.ts'

test('the head was trained with the features of this checkout', () => {
  const inputs = Buffer.from(weights.weights, 'base64').length / KINDS.length
  expect(inputs).toBe(384 + featuresOf('').length + 1)
})
