import { move, workerData } from 'piscina'
import type { ModelSource } from './model.ts'

/** Longer texts are cut, because the model was trained on at most 256 tokens. */
const MAX_TOKENS = 256

const { parent, name, weights } = workerData as ModelSource

type Model = (text: string) => Promise<Float32Array>
let opened: Promise<Model> | undefined

// Opened by the first task instead of when the thread starts: ending a thread while the library
// loads ends the process, and tasks are always awaited.
async function openModel(): Promise<Model> {
  const { AutoModel, AutoTokenizer, env, mean_pooling } = await import('@huggingface/transformers')
  env.localModelPath = `${parent}/`
  env.allowRemoteModels = false
  const tokenizer = await AutoTokenizer.from_pretrained(name)
  const model = await AutoModel.from_pretrained(name, {
    dtype: weights,
    // Several models with one thread each are faster than the reverse; see README.
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
 * Returns the vectors of some texts, one after the other in one array. Each text runs alone, because
 * the 8-bit model scales by the whole batch, so its vectors would depend on the other texts.
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
