import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { TextReader, ZipWriter } from '@zip.js/zip.js'
import { formatCount } from '#src/domain/money.ts'
import type { Benchmark } from './benchmark.ts'
import { measureCommand } from './commands.ts'
import { makeCopies, readDemo } from './filings.ts'
import { environmentOf, withFiles, withPostgres } from './folders.ts'
import { toRow, toSkipped } from './row.ts'

const MEMBERS = { whole: 20_000, quick: 3_000 }
/** The loader's memory limit for a zip of any size. */
const LIMIT_MIB = 1_024

/** Measures the peak memory of `npm run load` on one large zip. */
export const memory: Benchmark = {
  name: 'memory',
  description: "the loader's peak memory on a large zip, against its limit",
  run: ({ isQuick, say, stop }) =>
    withFiles((folder) =>
      withPostgres(async (dataDir, databaseUrl) => {
        const members = MEMBERS[isQuick ? 'quick' : 'whole']
        const zip = join(folder, 'large.zip')
        const megabytes = await writeZip(folder, zip, members)
        say(`a zip of ${formatCount(members)} returns, ${megabytes.toFixed(0)} MB of XML`)
        const env = environmentOf(dataDir, { DATABASE_URL: databaseUrl })
        const { peakMiB, seconds } = await measureCommand(
          'indexer/cli.ts',
          ['load', zip],
          env,
          stop,
        )
        say(`loaded in ${seconds.toFixed(0)} s`)
        if (peakMiB === 0)
          return [toSkipped('loader, peak memory', 'available only on Linux (/proc)')]
        return [
          toRow({
            name: 'loader, peak memory',
            value: peakMiB,
            unit: 'MiB',
            against: 'limit',
            reference: LIMIT_MIB,
            aim: { atMost: 1 },
          }),
        ]
      }),
    ),
}

/** Writes a zip of the demo's returns, repeated; returns its megabytes of XML. */
async function writeZip(folder: string, path: string, members: number): Promise<number> {
  const originals = await readDemo(join(folder, 'demo'), members)
  const file = createWriteStream(path)
  // The least compression, because the zip is read back only once.
  const zip = new ZipWriter(Writable.toWeb(file), { useWebWorkers: false, level: 1 })
  let bytes = 0
  let written = 0
  for (const { name, text } of makeCopies(originals, members)) {
    await zip.add(name, new TextReader(text))
    bytes += Buffer.byteLength(text)
    written += 1
    if (written === members) break
  }
  await zip.close()
  return bytes / 1e6
}
