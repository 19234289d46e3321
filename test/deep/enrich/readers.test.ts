import { expect, test } from 'vitest'
import { openReaders } from '#indexer/enrich/read-page/readers.ts'
import { makePng } from '#test/unit/enrich/made-icons.ts'

const AT = 'https://shelter.example/'
const PAGE = Buffer.from('<title>Harbor and Hearth</title><p>We shelter whoever lost a home.')
const READ = { fields: { Title: 'Harbor and Hearth' } }
const MATCHING = expect.objectContaining({ fields: expect.objectContaining(READ.fields) })

test('the worker that reads foreign bytes reads pages and icons', async () => {
  const readers = openReaders()
  expect(await readers.readPage(PAGE, AT, {})).toMatchObject(READ)
  expect(await readers.readIcon(makePng(32))).toMatchObject({ mediaType: 'image/png', width: 32 })
  // Parts of a larger buffer arrive unchanged.
  expect(
    await readers.readPage(Buffer.concat([PAGE, PAGE]).subarray(0, PAGE.length), AT, {}),
  ).toMatchObject(READ)
})

test.each(['loop', 'grow', 'throw', 'exit'])(
  'it loses only the page that makes it %s',
  async (hostile) => {
    const deadlineMs = hostile === 'loop' ? 500 : 30_000
    const thread = new URL('./hostile-thread.ts', import.meta.url)
    const readers = openReaders({ thread, deadlineMs, heapMb: 64 })
    const pages = [PAGE, Buffer.from(hostile), PAGE, Buffer.from(hostile), PAGE]
    const read = await Promise.all(pages.map((page) => readers.readPage(page, AT, {})))
    expect(read).toEqual([MATCHING, undefined, MATCHING, undefined, MATCHING])
  },
)
