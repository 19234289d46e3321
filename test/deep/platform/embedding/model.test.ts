import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { findModel } from '#src/platform/embedding/model.ts'
import { folderHere } from '#test/world/here.ts'

const find = (model: string) => findModel(readConfig({ EMBEDDING_MODEL: model }))

describe('a model on the hub', () => {
  const commit = '751bff37182d3f1213fa05d7196b954e230abad9'

  it('is identified by its commit, and fetched at that commit', async () => {
    expect(await find(`Xenova/all-MiniLM-L6-v2@${commit}`)).toMatchObject({
      id: 'Xenova/all-MiniLM-L6-v2@751bff37182d',
      name: 'Xenova/all-MiniLM-L6-v2',
      revision: commit,
      isRemote: true,
    })
  })

  it.each(['', '@main', '@751bff37182d'])('is rejected as owner/name%s', async (revision) => {
    await expect(find(`Xenova/all-MiniLM-L6-v2${revision}`)).rejects.toThrow(
      /owner\/name@commit from the model hub, with the full 40-digit commit; got/,
    )
  })
})

test('a folder is identified by its weights', async () => {
  const folder = folderHere()
  await mkdir(join(folder, 'onnx'))
  const ids = new Set<string>()
  for (const weights of ['one', 'two', 'one']) {
    await writeFile(join(folder, 'onnx/model.onnx'), weights)
    const digest = createHash('sha256').update(weights).digest('hex')
    const { id } = await find(folder)
    expect(id).toBe(`${basename(folder)}@${digest.slice(0, 12)}`)
    ids.add(id)
  }
  expect(ids.size).toBe(2)
})
