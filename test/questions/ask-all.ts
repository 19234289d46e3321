import { readFileSync } from 'node:fs'
import { createAssistant } from '#src/assistant/answer.ts'
import type { Turn } from '#src/assistant/chat.ts'
import { depsOf, hear } from '#test/integration/assistant/assistant-world.ts'
import type { IndexedWorld } from '#test/world/indexed.ts'
import { judge, parseRows, type Row, type Verdict } from './judge.ts'

type Asked = { row: Row; verdict: Verdict; text: string }

const read = (name: string) =>
  parseRows(readFileSync(new URL(`./${name}.tsv`, import.meta.url), 'utf8'))

/** Questions for tuning, questions kept from it, dialogues of four turns, and reviewers' findings. */
export const TABLES = ['dev', 'held', 'dialogues', 'findings'] as const

/** Asks the questions of a table about this data, dialogues with their earlier turns. */
export async function askAll(
  world: IndexedWorld,
  table: (typeof TABLES)[number],
  data: Row['data'],
): Promise<Asked[]> {
  const answerer = createAssistant(depsOf(world))
  const asked: Asked[] = []
  let history: Turn[] = []
  for (const row of read(table)) {
    if (row.data !== data) continue
    if (row.turn === '' || row.turn === '1') history = []
    const { text, citations, choices } = await hear(answerer, row.question, { history })
    const refs = citations.map(({ evidence }) => evidence.ref)
    asked.push({ row, verdict: judge(row, { text, refs, choices }), text })
    const answer = [text, ...choices].join('\n').slice(0, 2_000)
    history.push({ role: 'user', content: row.question }, { role: 'assistant', content: answer })
  }
  return asked
}

/** Returns the share of each verdict. */
export function sharesOf(asked: readonly Asked[]): Record<Verdict, number> {
  const shareOf = (verdict: Verdict) =>
    asked.filter((one) => one.verdict === verdict).length / asked.length
  return {
    ...{ right: shareOf('right'), asks: shareOf('asks') },
    ...{ declines: shareOf('declines'), wrong: shareOf('wrong') },
  }
}
