import { groupBy } from '#src/domain/es2024.ts'
import { readContent } from '../content.ts'
import { unlessZero } from '../figures/money.ts'
import { tick } from './context.ts'
import type { Block, Content } from './write-return.ts'

const FORMS = groupBy(readContent('forms', 'part element value'), ({ part }) => part)

/**
 * Returns the elements of a part of a form, in the order of `content/forms.tsv`. A value there is a
 * text or boolean as filed, `=path` for a figure of `source`, `?path` for one that is left out when
 * it is zero, `X=path` for a box, or `both=key` for both ends of a line of the balance sheet. An
 * empty value is taken from `given`; `...name` stands for the elements of a block in `given`.
 * Throws RangeError for an unknown part or given element.
 */
export function fill(part: string, source: object, given: Block = {}): Block {
  const rows = FORMS.get(part)
  if (!rows) throw new RangeError(`forms.tsv has no part ${part}`)
  const unknown = Object.keys(given).find((name) => !rows.some(({ element }) => element === name))
  if (unknown) throw new RangeError(`forms.tsv: ${part} has no element ${unknown}`)
  const block: Record<string, Content> = {}
  for (const { element, value } of rows) {
    const content = value === '' ? given[element] : filedValue(value, source)
    const [name = '', child] = element.split('/')
    if (element.startsWith('...')) Object.assign(block, content)
    else if (!child) block[name] = content
    else if (content !== undefined)
      block[name] = { ...(block[name] as Block | undefined), [child]: content }
  }
  return block
}

function filedValue(value: string, source: object): Content {
  const [, kind, path] = /^(=|\?|X=|both=)(.+)$/.exec(value) ?? []
  if (!path) return value === 'true' || (value === 'false' ? false : value)
  if (kind === 'both=') {
    const boy = at(`figures.beginning.${path}`, source) as number
    const eoy = at(`figures.end.${path}`, source) as number
    return boy === 0 && eoy === 0 ? undefined : { BOYAmt: boy, EOYAmt: eoy }
  }
  const figure = at(path, source)
  if (kind === '?') return unlessZero(figure as number)
  return kind === 'X=' ? tick(figure as boolean) : (figure as Content)
}

const at = (path: string, source: object): unknown =>
  path
    .split('.')
    .reduce<unknown>((from, key) => (from as Record<string, unknown> | undefined)?.[key], source)
