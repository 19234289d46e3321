import type { OpenAPIV3_1 } from 'openapi-types'
import { answerFile, readAnswers } from './examples/answers.ts'
import { EXAMPLE_REQUESTS, type ExampleRequest } from './examples/requests.ts'

type Operation = OpenAPIV3_1.OperationObject
type Examples = Record<string, OpenAPIV3_1.ExampleObject>

const JSON_TYPE = 'application/json'

/** The document with a documented request and its answer at each operation that has one. */
export function addExamples(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const answers = readAnswers()
  for (const item of Object.values(document.paths ?? {})) {
    // No path has both.
    const operation = item?.get ?? item?.post
    const requests = EXAMPLE_REQUESTS[operation?.operationId ?? ''] ?? []
    if (!operation) continue
    addParameters(operation, requests)
    addBody(operation, requests)
    addAnswers(operation, requests, answers)
  }
  return document
}

function addParameters({ parameters = [] }: Operation, requests: ExampleRequest[]): void {
  for (const parameter of parameters) {
    if (!('in' in parameter)) continue
    const examples = toExamples(requests, ({ path, query }) =>
      parameter.in === 'path' ? path?.[parameter.name] : query?.[parameter.name],
    )
    if (Object.keys(examples).length > 0) parameter.examples = examples
  }
}

function addBody({ requestBody }: Operation, requests: ExampleRequest[]): void {
  if (!requestBody || !('content' in requestBody)) return
  const content = requestBody.content[JSON_TYPE]
  if (content) content.examples = toExamples(requests, ({ body }) => body)
}

function addAnswers(
  { operationId = '', responses }: Operation,
  requests: ExampleRequest[],
  answers: ReadonlyMap<string, unknown>,
): void {
  const answer = responses?.['200']
  if (!answer || !('content' in answer)) return
  for (const [type, content] of Object.entries(answer.content ?? {})) {
    const ofType = requests.filter((request) => (request.type ?? JSON_TYPE) === type)
    const examples = toExamples(ofType, (request) => answers.get(answerFile(operationId, request)))
    if (Object.keys(examples).length > 0) content.examples = examples
  }
}

function toExamples(
  requests: ExampleRequest[],
  read: (request: ExampleRequest) => unknown,
): Examples {
  const known = requests.flatMap((request) => {
    const value = read(request)
    return value === undefined ? [] : [[request.name, { summary: request.summary, value }] as const]
  })
  return Object.fromEntries(known)
}
