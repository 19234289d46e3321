import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { asOwnRequest } from '#src/access/own-requests.ts'
import { displayName } from '#src/domain/display-name.ts'
import { type Front, readFront } from '#src/sector/read-sector.ts'
import { callerOf } from '#src/tools/ask.ts'
import * as answers from '../answer.ts'
import { Questions, Turn } from '../components/answer.tsx'
import { Layout } from '../components/layout.tsx'
import { holdLast } from '../held.ts'
import { addPage, PAGE_TERMS, type Pages } from '../render.ts'

// An answer can take a minute, and the chat has slots of its own. It begins after the count, because
// an answer that is not sent would be wasted work.
const ASK_TERMS = { ...PAGE_TERMS, slot: 'own', countsFirst: true } as const
// The chat ends earlier and says so.
const LONGEST_MS = 150_000

/** Adds `GET /ask?q=`, a question and its answer, and `POST /ask/stream`, the API's chat for its script. */
export function addAskPages(pages: Pages): void {
  const { app, deps } = pages
  const readExamples = holdLast(async () => examplesOf(await readFront(deps)), [])
  addPage(
    pages,
    '/ask',
    async ({ query }, reply) => {
      const question = questionOf(query)
      const earlier = answers.toEarlier([query.earlier ?? []].flat().map(String))
      if (question === '') return <AskPage earlier={earlier} examples={await readExamples()} />
      const { status, answer } = await readAnswer(app, reply, answers.toBody(question, earlier))
      reply.code(status)
      return <AskPage question={question} earlier={earlier} answer={answer} />
    },
    {
      terms: { ...ASK_TERMS, isFree: (query) => questionOf(Object(query)) === '' },
      handlerTimeout: LONGEST_MS,
    },
  )
  app.post('/ask/stream', {
    config: { terms: ASK_TERMS },
    schema: { hide: true },
    handlerTimeout: LONGEST_MS,
    handler: async (request, reply) => {
      const { statusCode, headers, stream } = await openChat(app, reply, request.body)
      for (const name of ['content-type', 'cache-control', 'x-accel-buffering', 'retry-after']) {
        if (headers[name] !== undefined) reply.header(name, headers[name])
      }
      return reply.code(statusCode).send(stream())
    },
  })
}

const questionOf = ({ q }: Record<string, unknown>): string => String([q ?? ''].flat()[0]).trim()

/** Asks the API's chat within a request that was already counted; ends it if the client leaves. */
async function openChat(app: FastifyInstance, { request, raw }: FastifyReply, body: unknown) {
  const { headers, ...caller } = callerOf(request) ?? {}
  const asked = {
    ...{ ...caller, method: 'POST', url: '/api/v2/assistant/chat/stream', payloadAsStream: true },
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  } as const
  // The request begins when it is awaited, which must be in the same function.
  const response = await asOwnRequest(async () => await app.inject(asked))
  const end = () => void response.raw.res.destroy()
  if (raw.destroyed) end()
  else raw.once('close', end)
  return response
}

/** Returns a whole answer, or why there is none, and the status of its page. */
async function readAnswer(app: FastifyInstance, reply: FastifyReply, body: object) {
  const { statusCode, stream } = await openChat(app, reply, body)
  // Fails only if the chat was cut off.
  const sent = await text(stream()).catch(() => '')
  const answer = answers.openAnswer()
  if (statusCode !== 200) answer.fault = answers.faultOf(JSON.parse(sent))
  else answers.readFrames(answer, sent)
  if (!answer.isDone) answer.fault ??= answers.INTERRUPTED
  const status = statusCode === 200 && answer.fault !== undefined ? 503 : statusCode
  return { status, answer }
}

/** Returns questions about the loaded data. */
function examplesOf({ featured, examples: [search] }: Front): string[] {
  const name = featured && displayName(featured.name)
  return [
    ...(name ? [`What was the revenue of ${name}?`, `Who is paid the most at ${name}?`] : []),
    ...(name ? [`Why does ${name} have its rating?`] : []),
    ...(search ? [`Find ${search}`] : []),
  ]
}

/** Returns the path of a question, after earlier questions and answers. */
const askPath = (question: string, earlier: readonly string[] = []): string =>
  `/ask?${new URLSearchParams([['q', question], ...earlier.map((one) => ['earlier', one])])}#answer`

type Props = {
  question?: string
  answer?: answers.Answer
  /** Earlier questions and answers, in turn. */
  earlier: string[]
  examples?: string[]
}

const AskPage = ({ question = '', answer, earlier, examples = [] }: Props) => {
  const said = answer && answers.textOf(answer)
  const known = said ? answers.toEarlier([...earlier, question, said]) : earlier
  const pathOf = (choice: string) => askPath(choice, known)
  return (
    <Layout
      title={question || 'Ask a question'}
      description="Ask about U.S. nonprofits in plain words. Each figure in an answer links to the filing that it comes from."
      path="/ask"
      isListed={question === ''}
      current="/ask"
    >
      <div class="ask">
        <h1>Ask a question</h1>
        <p class="quiet">
          Ask in plain words about U.S. nonprofits: their figures, people, grants, and ratings. Each
          figure in an answer has a link to its source.
        </p>
        {earlier.map(
          (message, at) =>
            at % 2 === 0 && (
              <Turn
                key={at}
                question={message}
                answer={answers.toAnswer(earlier[at + 1] ?? '')}
                path={askPath(message, earlier.slice(0, at))}
              />
            ),
        )}
        <div id="answer">{answer && said && <Turn {...{ question, answer, pathOf }} />}</div>
        <div data-turns />
        <form class="ask-form" action="/ask#answer" data-stream="/ask/stream">
          {known.map((message) => (
            <input key={message} type="hidden" name="earlier" value={message} />
          ))}
          <label for="question" class="hidden">
            Your question
          </label>
          <div class="row">
            <input
              {...{ id: 'question', type: 'search', name: 'q', placeholder: 'Your question' }}
              {...{ required: true, autoComplete: 'off', 'aria-describedby': 'ask-fault' }}
              value={said ? '' : question}
            />
            <button type="submit">Ask</button>
          </div>
          <p id="ask-fault" class="field-error" role="alert">
            {said ? '' : answer?.fault}
          </p>
          <p class="hidden" role="status" data-said />
        </form>
        {examples.length > 0 && (
          <section aria-labelledby="examples" data-examples>
            <h2 id="examples">Examples</h2>
            <Questions questions={examples} pathOf={askPath} />
          </section>
        )}
      </div>
    </Layout>
  )
}
