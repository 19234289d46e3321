import { groupBy } from '#src/domain/es2024.ts'
import { countOf } from '#src/domain/money.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { type Frame, sayWho } from '../asked.ts'
import { has, type Message } from '../message.ts'
import { isInYears } from './parts.ts'
import { inWords, isYesOrNo, joined, useLists } from './read-figures.ts'

const MAX_ROWS = 12
const MAX_AMENDED = 3
const MAX_CHANGES = 15
const RETURN = 'Form {form} for tax year {tax_year}'
const RECEIVED = '[, received by the IRS on {received_on}]'
const VERSION = `- ${RETURN}, period ended on {tax_period_end}${RECEIVED}[, amended{amended|hidden}][, final{final|hidden}][, group return{group_return|hidden}][{current|hidden}||, replaced by a later return][, XML at {xml}]`

/** Answers which returns there are, when they were received, and what an amended one changed. */
export const documents: Frame = async function* ({ message, call }) {
  const { text, years } = message
  const isAmendment = /\bamend|\bwhat .*chang|\bchanges\b|supersede/i.test(text)
  useLists(message, 'document', 'fact', 'feature')
  for (const { ein, ...one } of message.organizations) {
    const who = sayWho({ ein, ...one })
    const { body } = await call('organizations', { EIN: ein, Registry: 'yes' })
    const all = listAt(body, 'data.filings')
    const chosen = chosenOf(all, message)
    const [first] = chosen
    const amended = chosen.filter((each) => at(each, 'amended') === true)
    const [yes, no] =
      isYesOrNo(text) || /\?.*\bhow many\b/i.test(text) ? ['Yes. ', 'No. '] : ['', '']
    const name = line`${inWords(writeLine(RETURN, first))} of ${who}`
    if (all.length === 0)
      yield [`No return of ${who} is loaded. The data comes only from IRS lists.`]
    else if (!first) yield [`No. No such return of ${who} is loaded. `, ...sayLoaded(all)]
    else if (isAmendment && amended.length === 0)
      yield line`${no}No loaded return of ${who} is amended: ${sayLoaded(chosen)}`
    else if (isAmendment)
      yield line`${yes}${who} filed ${countOf(amended.length, 'amended return')}: ${joined(
        amended.map((each) => writeLine(`for tax year {tax_year}${RECEIVED}`, each)),
        '; ',
      )}.`
    else if (/\bfinal\b|\blast return\b|\bstill fil/i.test(text)) {
      const isFinal = chosen.some((each) => at(each, 'final') === true)
      yield line`${isFinal ? 'Yes' : 'No'}. ${name} is ${isFinal ? '' : 'not '}marked as final.`
    } else if (has(message, 'feature', 'count'))
      yield line`${countOf(chosen.length, 'return')} of ${who}, with replaced versions: ${sayLoaded(chosen)}`
    else if (isLatest(message))
      yield line`The latest loaded return is ${name}${writeLine(RECEIVED, first)}.`
    else if (years.from !== undefined)
      yield line`Yes. ${name} is loaded${writeLine(RECEIVED, first)}${chosen.length > 1 ? `, in ${chosen.length} versions` : ''}.`
    else yield line`The loaded returns of ${who}: ${sayLoaded(all)}`
    for (const each of isAmendment ? amended.slice(0, MAX_AMENDED) : []) {
      const given = { EIN: ein, ObjectID: textAt(each, 'object_id') }
      const changes = await call('filings', given, MAX_CHANGES)
      yield inWords(writeLine(`Changes of ${RETURN}${RECEIVED}:`, each))
      yield* changes.lines
    }
    if (has(message, 'document', 'schedule'))
      yield* (await call('organizations', { EIN: ein, Section: 'Schedules' })).lines.slice(1)
    if (has(message, 'document', 'pdf'))
      yield ['No PDF is loaded. The XML below is the return as filed electronically.']
    const shown = isAmendment && amended.length > 0 ? amended : chosen
    yield* shown.slice(0, MAX_ROWS).map((each) => {
      // A postcard has no document.
      const isFile = at(each, 'form') !== '990N'
      const xml = `/api/v2/charity/${ein}/filings/${textAt(each, 'object_id')}/xml`
      return inWords(writeLine(VERSION, { ...Object(each), ...(isFile && { xml }) }))
    })
  }
}

const isLatest = ({ text, years: { from, relative } }: Message): boolean =>
  relative === 'last' || (from === undefined && /\b(latest|newest|most recent)\b/i.test(text))

function chosenOf(all: readonly unknown[], message: Message): unknown[] {
  const ofForm = all.filter((each) => !message.form || at(each, 'form') === message.form)
  if (isLatest(message)) return ofForm.slice(0, 1)
  return ofForm.filter((each) => isInYears(message, numberAt(each, 'tax_year')))
}

/** "Form 990 for tax years 2019, 2020; Form 990-T for tax years 2021." */
function sayLoaded(all: readonly unknown[]): Line {
  const byForm = groupBy(all, (each) => textAt(each, 'form') ?? '')
  const forms = [...byForm].map(([form, own]): Line => {
    const years = new Set(own.map((each) => numberAt(each, 'tax_year') ?? 0))
    return [`Form ${form} for tax years ${[...years].toSorted().join(', ')}`]
  })
  return inWords([...joined(forms, '; '), '.'])
}
