import { Writable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { translatePostgresError } from './postgres-errors.ts'

type Lease = { client: pg.ClientBase; release: (failure?: Error) => void }

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

/**
 * Opens a stream into `COPY … FROM STDIN`. It takes a connection with the first bytes and returns
 * it when Postgres has confirmed the rows, at `finish`. `errored` keeps a failure between two
 * writes. Fails with ApiError StoreUnavailable, or with Postgres's error about a row.
 */
export function openCopy(sql: string, acquire: () => Promise<Lease>): Writable {
  let lease: Lease | undefined
  let copy: Writable | undefined
  const release = (failure?: Error) => {
    lease?.release(failure)
    lease = undefined
  }
  const stream = new Writable({
    // Rows are small; buffers of 1 MiB keep both sides busy with little memory.
    highWaterMark: 1 << 20,
    construct(done) {
      acquire().then(
        (taken) => {
          lease = taken
          copy = taken.client.query(copyFrom(sql))
          // `on`, not `once`: Postgres's error is emitted again when the inner stream is destroyed.
          copy.on('error', (error) => this.destroy(asError(translatePostgresError(error))))
          done()
        },
        (error) => done(asError(translatePostgresError(error))),
      )
    },
    write(chunk, encoding, done) {
      copy?.write(chunk, encoding, (error) => done(error && asError(translatePostgresError(error))))
    },
    final(done) {
      copy?.once('finish', () => {
        release()
        done()
      })
      copy?.end()
    },
    destroy(error, done) {
      if (lease && copy && !copy.writableFinished) {
        // Destroying the inner stream sends CopyFail, so half a file is never stored.
        copy.destroy(error ?? undefined)
        release(error ?? new Error('COPY was abandoned'))
      }
      release()
      done(error)
    },
  })
  // There may be no listener between two writes; an unhandled event would end the thread.
  stream.on('error', () => undefined)
  return stream
}
