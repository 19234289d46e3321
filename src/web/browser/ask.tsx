import { render } from 'preact'
import * as answers from '../answer.ts'
import { Turn } from '../components/answer.tsx'

const STOPPED = 'Stopped.'

type Asked = { question: string; answer: answers.Answer }

/** Shows answers on the page of questions as they arrive. */
export function addAsk(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form[data-stream]')
  if (form) openConversation(page, form)
}

function openConversation(page: Document, form: HTMLFormElement): void {
  const find = (selector: string) => page.querySelector(selector) as HTMLElement
  const [place, fault, status] = [find('[data-turns]'), find('#ask-fault'), find('[data-said]')]
  const field = find('#question') as HTMLInputElement
  const given = [...form.querySelectorAll<HTMLInputElement>('[name="earlier"]')]
  // Kept for a reload and for returning from a source.
  const turns: Asked[] = history.state ?? []
  let running: AbortController | undefined

  const show = () => {
    page.querySelector('[data-examples]')?.remove()
    render(
      turns.map((turn, at) => <Turn key={at} {...turn} />),
      place,
    )
  }
  const keep = () => history.replaceState(turns, '')
  // On a phone, the keyboard would cover the answer.
  const focus = () => matchMedia('(pointer: fine)').matches && field.focus()
  /** Reads an answer. Throws if it fails, is interrupted, or the signal aborts. */
  const receive = async (body: string, answer: answers.Answer, signal: AbortSignal) => {
    const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal }
    const response = await fetch(form.dataset.stream ?? '', sent)
    if (!response.ok) answer.fault = answers.faultOf(await response.json())
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let rest = '', isOver = false; reader && !answer.fault && !isOver; show()) {
      const { value = '', done } = await reader.read()
      rest = answers.readFrames(answer, rest + value)
      isOver = done
    }
    if (!answer.isDone || answer.fault) throw new Error(answer.fault)
  }
  const ask = async (question: string): Promise<void> => {
    running?.abort()
    const control = new AbortController()
    running = control
    const messages = [
      ...given.map(({ value }) => value),
      ...turns.flatMap((turn) => [turn.question, answers.textOf(turn.answer)]),
    ]
    const turn: Asked = { question, answer: answers.openAnswer() }
    turns.push(turn)
    field.value = fault.textContent = status.textContent = ''
    keep()
    show()
    place.lastElementChild?.scrollIntoView()
    focus()
    try {
      const body = JSON.stringify(answers.toBody(question, messages))
      await receive(body, turn.answer, control.signal)
    } catch {
      turn.answer.fault ??= control.signal.aborted ? STOPPED : answers.INTERRUPTED
    }
    if (running === control) running = undefined
    end(turn, running !== undefined)
  }
  /** Announces an answer, or why there is none; the question is then in the field again. */
  const end = (turn: Asked, isReplaced: boolean): void => {
    const { question, answer } = turn
    const said = [answers.textOf(answer), ...answer.choices].join(' ').trim()
    if (said === '') turns.splice(turns.indexOf(turn), 1)
    keep()
    show()
    if (isReplaced) return
    if (said === '' || (answer.fault ?? STOPPED) !== STOPPED) field.value ||= question
    const choice = place.querySelector<HTMLElement>('.turn:last-child [data-ask]')
    // A person who already reads or types stays there.
    if (choice && field.value === '' && page.activeElement === field) choice.focus()
    else if (page.activeElement === page.body) focus()
    if (said === '') fault.textContent = answer.fault ?? ''
    else status.textContent = `${said} ${answer.fault ?? ''}`
  }

  for (const { answer } of turns) if (!answer.isDone) answer.fault ??= answers.INTERRUPTED
  if (turns.length > 0) show()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (field.value.trim() !== '') void ask(field.value.trim())
  })
  find('.ask').addEventListener('click', (event) => {
    const chosen = (event.target as Element).closest<HTMLElement>('[data-ask], [data-stop]')
    // With a key, a link opens in another tab.
    if (!chosen || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (chosen.dataset.ask) void ask(chosen.dataset.ask)
    else running?.abort()
  })
  page.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') running?.abort()
  })
}
