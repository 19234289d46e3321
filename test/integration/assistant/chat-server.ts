import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { listen } from '#src/server.ts'
import { aborted, scripted } from './chat-world.ts'

// A separate process over a given store, so that its log can be read.
const [url = ''] = process.argv.slice(2)
const { answerer } = scripted({
  async *wait(signal) {
    yield { kind: 'text', text: 'A' }
    await aborted(signal)
  },
  fail: () => {
    throw new TypeError('the cause of it')
  },
})
const server = await listen(
  { host: '127.0.0.1', port: 0 },
  {
    config: { access: 'keyed', trustProxy: undefined, logLevel: 'info' },
    postgres: createPostgres({ url }),
    opensearch: createOpenSearch({ url: 'http://127.0.0.1:9' }),
    indexPrefix: '',
    embeddingModel: '',
    embed: () => Promise.reject(new Error('Nothing is embedded here.')),
    answerer,
  },
)
console.log(server.address)
