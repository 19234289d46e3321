import { Piscina } from 'piscina'
import type { Config } from '../config.ts'
import type { OnEngineProgress } from '../engines/progress.ts'
import { TSX } from '../engines/tsx.ts'
import { OperatorError } from '../errors.ts'
import { findModel, type ModelSource } from './model.ts'

/** Turns texts into vectors of length 1, queries and documents in the same way. */
export type Embedder = {
  /** Model and checksum; identifies the vectors in the cache and in an index's `_meta`. */
  model: string
  dimension: number
  /** Returns one vector per text, in order. It depends only on the text. */
  embed(texts: string[]): Promise<Float32Array[]>
  close(): Promise<void>
}

// Texts per task: few enough that all workers finish together, and enough that messages between
// threads cost little compared to 5 ms per text.
const TASK_TEXTS = 16

/**
 * Opens the model in `workers` threads: one for queries, so that the event loop stays free, and one
 * per core for bulk work. Throws OperatorError if the model cannot be found or read.
 */
export async function createEmbedder(
  config: Config,
  progress?: OnEngineProgress,
  workers = 1,
): Promise<Embedder> {
  const source = await findModel(config, progress)
  const pool = openPool(source, workers)
  const dimension = await measureDimension(pool, source)
  return {
    model: source.id,
    dimension,
    embed: async (texts) => {
      const tasks: Promise<Float32Array>[] = []
      for (let at = 0; at < texts.length; at += TASK_TEXTS) {
        tasks.push(pool.run(texts.slice(at, at + TASK_TEXTS)))
      }
      return (await Promise.all(tasks)).flatMap((joined) => splitVectors(joined, dimension))
    },
    // Waits for running texts: ending a thread inside the model ends the process.
    close: () => pool.close({ force: true }),
  }
}

const openPool = (source: ModelSource, workers: number) =>
  new Piscina<string[], Float32Array>({
    filename: new URL('worker.ts', import.meta.url).href,
    execArgv: [...TSX],
    workerData: source,
    minThreads: workers,
    maxThreads: workers,
    // Threads take 0.5 s to start and do not use the processor while they wait.
    idleTimeout: Number.POSITIVE_INFINITY,
  })

async function measureDimension(
  pool: Piscina<string[], Float32Array>,
  source: ModelSource,
): Promise<number> {
  try {
    return (await pool.run(['dimension'])).length
  } catch (cause) {
    await pool.close({ force: true })
    throw new OperatorError(
      `The embedding model ${source.name} in ${source.parent} cannot be read. Correct EMBEDDING_MODEL, or delete the folder to download the model again.`,
      { cause },
    )
  }
}

function splitVectors(joined: Float32Array, dimension: number): Float32Array[] {
  const vectors: Float32Array[] = []
  for (let at = 0; at < joined.length; at += dimension) {
    vectors.push(joined.subarray(at, at + dimension))
  }
  return vectors
}
