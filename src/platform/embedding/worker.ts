import { move, workerData } from 'piscina'
import type { ModelSource } from './model.ts'

/** Longer texts are cut: the model was trained on 256 tokens at most. */
const MAX_TOKENS = 256

const { parent, name, revision, weights, isRemote } = workerData as ModelSource

type Model = (text: string) => Promise<Float32Array>
let opened: Promise<Model> | undefined

// Opened by the first task, not by the thread's start: a thread that is ended while the library
// loads takes the whole process with it, and tasks are always waited for.
async function openModel(): Promise<Model> {
  const { AutoModel, AutoTokenizer, env, mean_pooling } = await import('@huggingface/transformers')
  if (isRemote) env.cacheDir = parent
  else {
    env.localModelPath = `${parent}/`
    env.allowRemoteModels = false
  }
  const pinned = revision === undefined ? {} : { revision }
  const tokenizer = await AutoTokenizer.from_pretrained(name, pinned)
  const model = await AutoModel.from_pretrained(name, {
    ...pinned,
    dtype: weights,
    // One thread a model and several models are faster than the reverse; see README.
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1 },
  })
  return async (text) => {
    const inputs = tokenizer([text], { truncation: true, max_length: MAX_TOKENS })
    const { last_hidden_state: states } = await model(inputs)
    const pooled = mean_pooling(states, inputs.attention_mask).normalize(2, -1)
    return pooled.data as Float32Array
  }
}

/**
 * The vectors of some texts, one after the other in one array. Each text is run by itself, never
 * in a batch: the 8-bit model scales by what is in the batch, so vectors would depend on it.
 */
export default async function embedTexts(texts: string[]): Promise<Float32Array> {
  opened ??= openModel()
  const embedText = await opened
  const vectors: Float32Array[] = []
  for (const text of texts) vectors.push(await embedText(text))
  const dimension = vectors[0]?.length ?? 0
  const joined = new Float32Array(vectors.length * dimension)
  vectors.forEach((vector, place) => {
    joined.set(vector, place * dimension)
  })
  return move(joined) as Float32Array
}
