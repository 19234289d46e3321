import { describe, expect, it } from 'vitest'
import { collectMessages } from './collect-messages.ts'

const messages = collectMessages()

describe('texts for people', () => {
  it('are listed in test/snapshots/messages.txt, for review', async () => {
    const lines = messages.map(({ reader, file, text }, at) => {
      const before = messages[at - 1]
      const title = before?.reader === reader ? '' : `\n===== ${reader} =====\n`
      return `${title}${before?.file === file ? '' : `\n# ${file}\n`}${text}`
    })
    await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot('../snapshots/messages.txt')
  })
})
