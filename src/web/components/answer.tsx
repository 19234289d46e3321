import { type Answer, type Block, blocksOf, type Source } from '../answer.ts'
import { evidencePath } from '../plain-links.ts'

// The browser's script renders these too, so they import little.

type TurnProps = {
  question: string
  answer: Answer
  /** The address of the question and its whole answer. */
  path?: string
  /** Returns the address of a choice; without it, choices are buttons of the script. */
  pathOf?: ((choice: string) => string) | undefined
}

/** A question and its answer: texts, choices, and sources. */
export const Turn = ({ question, answer, path, pathOf }: TurnProps) => {
  const { choices, sources, fault, isDone } = answer
  const isRunning = !isDone && fault === undefined
  return (
    <article class="turn" aria-busy={isRunning}>
      <h2>
        <bdi>{path ? <a href={path}>{question}</a> : question}</bdi>
      </h2>
      {blocksOf(answer).map((block, at) => (
        <AnswerBlock key={at} block={block} sources={sources} />
      ))}
      {choices.length > 0 && <Questions questions={choices} pathOf={pathOf} />}
      {sources.length > 0 && <Sources sources={sources} />}
      <p class="quiet">{isRunning ? 'Looking it up… ' : fault}</p>
      {isRunning && (
        <button type="button" class="plain" data-stop>
          Stop
        </button>
      )}
    </article>
  )
}

type QuestionsProps = { questions: readonly string[] } & Pick<TurnProps, 'pathOf'>

/** Questions to choose from; the script asks a chosen one. */
export const Questions = ({ questions, pathOf }: QuestionsProps) => (
  <div class="row">
    {questions.map((question) =>
      pathOf ? (
        <a key={question} class="button plain" href={pathOf(question)} data-ask={question}>
          {question}
        </a>
      ) : (
        <button key={question} type="button" class="plain" data-ask={question}>
          {question}
        </button>
      ),
    )}
  </div>
)

type BlockProps = { block: Block; sources: readonly Source[] }

const AnswerBlock = ({ block: { tag: Tag, start, items }, sources }: BlockProps) => {
  const shown = items.map((parts) =>
    parts.map((part) =>
      typeof part === 'string' ? toLinks(part) : <Mark number={part} source={sources[part - 1]} />,
    ),
  )
  if (Tag === 'p') return <p>{shown}</p>
  return (
    <Tag {...(Tag === 'ol' && { start })}>
      {shown.map((item) => (
        <li>{item}</li>
      ))}
    </Tag>
  )
}

/** Plain text, in which EINs link to their organizations, and so do paths of returns and of searches. */
const toLinks = (text: string) =>
  text
    .split(
      /(EIN \d{2}-\d{7}(?!\d)|\/api\/v2\/charity\/\d{9}\/filings\/\d+\/xml|\/(?:people|grants\/funders)\?Query=[\w%+*.-]+)/,
    )
    .map((part, at) => {
      const path = part.startsWith('/') ? part : `/charity/${part.replaceAll(/\D/g, '')}`
      return at % 2 === 0 ? part : <a href={path}>{part}</a>
    })

const Mark = ({ number, source }: { number: number; source: Source | undefined }) =>
  source && (
    <>
      {' '}
      <a
        href={evidencePath(source.EIN, source.Ref)}
        aria-label={`Source ${number}: ${source.Label}`}
      >
        [{number}]
      </a>
    </>
  )

// More would push the next question out of sight.
const SOURCES_SHOWN = 5

const Sources = ({ sources }: { sources: readonly Source[] }) => {
  const isOfSeveral = sources.some(({ EIN }) => EIN !== sources[0]?.EIN)
  return (
    <details open={sources.length <= SOURCES_SHOWN}>
      <summary>{`Sources (${sources.length})`}</summary>
      <ol class="citations">
        {sources.map(({ EIN, Ref, Label, Citation }) => (
          <li key={`${EIN} ${Ref}`}>
            <a href={evidencePath(EIN, Ref)}>
              <bdi>{Label}</bdi>
              {isOfSeveral && `, EIN ${EIN.slice(0, 2)}-${EIN.slice(2)}`}
              {Citation && `: ${Citation}`}
            </a>
          </li>
        ))}
      </ol>
    </details>
  )
}
