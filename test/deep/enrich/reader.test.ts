import { expect, test } from 'vitest'
import { openReader } from '#indexer/enrich/read-page/reader.ts'

const AT = 'https://shelter.example/'
const PAGE = Buffer.from('<title>Harbor and Hearth</title><p>We shelter whoever lost a home.')
const READ = { fields: { Title: 'Harbor and Hearth' } }
const MATCHING = expect.objectContaining({ fields: expect.objectContaining(READ.fields) })

const taskOf = (content: Buffer) => ({ content, url: AT, headers: {} })

test('the worker reads foreign pages', async () => {
  const read = openReader()
  expect(await read(taskOf(PAGE))).toMatchObject(READ)
  // Parts of a larger buffer arrive unchanged.
  const part = Buffer.concat([PAGE, PAGE]).subarray(0, PAGE.length)
  expect(await read(taskOf(part))).toMatchObject(READ)
})

test.each(['loop', 'grow', 'throw', 'exit'])(
  'it loses only the page that makes it %s',
  async (hostile) => {
    const deadlineMs = hostile === 'loop' ? 500 : 30_000
    const thread = new URL('./hostile-thread.ts', import.meta.url)
    const readPage = openReader({ thread, deadlineMs, heapMb: 64 })
    const pages = [PAGE, Buffer.from(hostile), PAGE, Buffer.from(hostile), PAGE]
    const read = await Promise.all(pages.map((page) => readPage(taskOf(page))))
    expect(read).toEqual([MATCHING, undefined, MATCHING, undefined, MATCHING])
  },
)
