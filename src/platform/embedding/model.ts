import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { EMBEDDING_MODEL } from '../engines/downloads.ts'
import { ensureEmbeddingModel } from '../engines/embedding-model.ts'
import type { OnEngineProgress } from '../engines/progress.ts'
import { OperatorError } from '../errors.ts'

/**
 * Weights that a folder may contain, in order of preference: the 8-bit file is the one that was
 * measured.
 */
const WEIGHTS = [
  ['onnx/model_quantized.onnx', 'q8'],
  ['onnx/model.onnx', 'fp32'],
] as const

/** Location of a model, and its name in the vector cache and an index's `_meta`. */
export type ModelSource = {
  /** Changes with the weights, so that old vectors are never mixed with new ones. */
  id: string
  /** Parent of the model's folder. */
  parent: string
  name: string
  weights: 'q8' | 'fp32'
}

const PINNED = 'all-minilm-l6-v2-q'

/**
 * Finds the model of `EMBEDDING_MODEL`: the pinned one (fetched once), or a folder with `config.json`,
 * `tokenizer.json`, `tokenizer_config.json`, and `onnx/model_quantized.onnx`. Throws OperatorError if
 * it is neither or cannot be fetched.
 */
export async function findModel(config: Config, progress?: OnEngineProgress): Promise<ModelSource> {
  if (config.embeddingModel === PINNED) {
    const folder = await ensureEmbeddingModel(config, progress)
    return fromFolder(folder, `${PINNED}@${EMBEDDING_MODEL.sha256.slice(0, 12)}`)
  }
  const folder = resolve(config.embeddingModel)
  if (existsSync(folder)) return await fromFolder(folder)
  throw new OperatorError(
    `EMBEDDING_MODEL: expected ${PINNED} or a folder; got ${config.embeddingModel}.`,
  )
}

async function fromFolder(folder: string, id?: string): Promise<ModelSource> {
  const found = WEIGHTS.find(([path]) => existsSync(join(folder, path)))
  if (!found) {
    throw new OperatorError(
      `The model folder ${folder} has no ${WEIGHTS.map(([path]) => path).join(' or ')}. For the expected layout, see src/platform/embedding/README.md.`,
    )
  }
  const [path, weights] = found
  const name = basename(folder)
  const named = id ?? `${name}@${(await hashFile(join(folder, path))).slice(0, 12)}`
  return { id: named, parent: dirname(folder), name, weights }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
