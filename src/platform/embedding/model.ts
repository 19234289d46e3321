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
  /** Parent of the model's folder, or the cache of models from the hub. */
  parent: string
  name: string
  /** The commit of a hub's model. */
  revision?: string
  weights: 'q8' | 'fp32'
  isRemote: boolean
}

const PINNED = 'all-minilm-l6-v2-q'
// owner/name on the model hub with the full commit: a branch or tag may move to other weights while
// the vectors keep its name.
const HUB_NAME = /^(?<name>[\w.-]+\/[\w.-]+)@(?<revision>[0-9a-f]{40})$/

/**
 * Finds the model of `EMBEDDING_MODEL`: the pinned one (fetched once), a folder with `config.json`,
 * `tokenizer.json`, `tokenizer_config.json`, and `onnx/model_quantized.onnx`, or
 * `owner/name@commit` of the model hub, which the library fetches. Throws OperatorError if it is
 * none of these or cannot be fetched.
 */
export async function findModel(config: Config, progress?: OnEngineProgress): Promise<ModelSource> {
  if (config.embeddingModel === PINNED) {
    const folder = await ensureEmbeddingModel(config, progress)
    return fromFolder(folder, `${PINNED}@${EMBEDDING_MODEL.sha256.slice(0, 12)}`)
  }
  const folder = resolve(config.embeddingModel)
  if (existsSync(folder)) return await fromFolder(folder)
  const { name, revision } = HUB_NAME.exec(config.embeddingModel)?.groups ?? {}
  if (name && revision) {
    const id = `${name}@${revision.slice(0, 12)}`
    const parent = join(config.cacheDir, 'models')
    return { id, parent, name, revision, weights: 'q8', isRemote: true }
  }
  throw new OperatorError(
    `EMBEDDING_MODEL: expected ${PINNED}, a folder, or owner/name@commit from the model hub, with the full 40-digit commit; got ${config.embeddingModel}.`,
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
  return { id: named, parent: dirname(folder), name, weights, isRemote: false }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
