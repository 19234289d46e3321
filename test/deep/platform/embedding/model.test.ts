import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { findModel } from '#src/platform/embedding/model.ts'
import { folderHere } from '#test/world/here.ts'

const find = (model: string) => findModel(readConfig({ EMBEDDING_MODEL: model }))

test('a name that is neither the pinned one nor a folder is rejected', async () => {
  const name = 'owner/all-MiniLM-L6-v2'
  await expect(find(name)).rejects.toThrow(
    `EMBEDDING_MODEL: expected all-minilm-l6-v2-q or a folder; got ${name}`,
  )
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
