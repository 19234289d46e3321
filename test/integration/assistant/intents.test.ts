import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { featuresOf } from '#src/assistant/intents/features.ts'
import { classify } from '#src/assistant/intents/head.ts'
import weights from '#src/assistant/intents/weights.json' with { type: 'json' }
import { KINDS } from '#src/assistant/message.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { opened } from '#test/integration/opened.ts'

const embedder = opened(() => createEmbedder(readConfig(process.env)))

/** Lines of a kind; every tenth is enough to notice weights that do not belong to the lines. */
const linesOf = (kind: string): string[] =>
  readFileSync(new URL(`../../../src/assistant/intents/${kind}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line, at) => line !== '' && at % 10 === 0)

test('the head tells the kind of a question as often as recorded', async () => {
  const asked = KINDS.flatMap((kind) => linesOf(kind).map((text) => ({ kind, text })))
  const vectors = await embedder.embed(asked.map(({ text }) => text))
  const right = asked.filter(({ kind, text }, at) => {
    const [first] = classify(vectors[at] ?? new Float32Array(), featuresOf(text))
    return first?.kind === kind
  })
  expect(right.length / asked.length).toBeGreaterThanOrEqual(weights.accuracy)
})
