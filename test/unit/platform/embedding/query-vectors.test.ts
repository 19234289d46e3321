import { describe, expect, it } from 'vitest'
import { openQueryVectors } from '#src/platform/embedding/query-vectors.ts'

/** Records requests to the model, and the vectors read through it. */
function openNoted(vectorOf: (text: string) => Float32Array | undefined) {
  const asked: string[] = []
  const embed = async (texts: string[]) => {
    asked.push(...texts)
    return texts.map(vectorOf).filter((vector) => vector !== undefined)
  }
  return { asked, read: openQueryVectors({ embed }) }
}

const lengthOf = (text: string) => Float32Array.of(text.length)

describe('openQueryVectors', () => {
  it('embeds a text once, for any number of callers', async () => {
    const { asked, read } = openNoted(lengthOf)
    const vectors = await Promise.all([read('wells'), read('wells'), read('choir music')])
    vectors.push(await read('wells'))
    expect(vectors.map(([first]) => first)).toEqual([5, 5, 11, 5])
    expect(asked).toEqual(['wells', 'choir music'])
  })

  it('keeps the latest thousand texts', async () => {
    const { asked, read } = openNoted(lengthOf)
    for (let at = 0; at <= 1_000; at += 1) await read(`text ${at}`)
    asked.length = 0
    await read('text 1')
    await read('text 0')
    expect(asked).toEqual(['text 0'])
  })

  it('rejects without a vector, and tries again the next time', async () => {
    let isBroken = true
    const { read } = openNoted((text) => (isBroken ? undefined : lengthOf(text)))
    await expect(read('wells')).rejects.toThrow('The model returned no vector for a text.')
    isBroken = false
    expect(await read('wells')).toEqual(Float32Array.of(5))
  })
})
