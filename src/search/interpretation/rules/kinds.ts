import { causesNamedBy } from '#src/domain/cause-phrases.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import { findCause } from '#src/domain/ntee.ts'
import type { Match, Part } from '../patterns.ts'
import { type Effect, endOfCondition, type Rule, refuses, wordsOf } from '../reading.ts'
import { reasonOf } from '../vocabulary.ts'

const FILED: Record<Form, string> = { ...FORM_NAMES, '990N': 'Form 990-N, the e-postcard' }

function formOf(text = ''): Form {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return FORMS.find((form) => form === code) ?? '990'
}

const toForm = (primaryForm: Form): Effect => ({
  key: 'primaryForm',
  meaning: `mainly files ${FILED[primaryForm]}`,
  set: { filters: { primaryForm } },
})

const toSubsection = (subsection: string): Effect => ({
  key: 'subsection',
  meaning: `exempt under section 501(c)(${Number(subsection)})`,
  set: { filters: { subsection } },
})

/** Large filers and no foundations, which the index does not know as public charities. */
const OPERATING: Effect = {
  key: 'entityType',
  meaning:
    'files Form 990 or 990-EZ, so it is no private foundation (postcard filers are left out)',
  set: { filters: { entityType: 'OperatingOrOtherTaxExempt' } },
}

const ENTITIES: Record<string, readonly Effect[]> = {
  PrivateFoundation: [
    {
      key: 'entityType',
      meaning: 'private foundation',
      set: { filters: { entityType: 'PrivateFoundation' } },
    },
  ],
  PublicCharity: [toSubsection('03'), OPERATING],
  NotPrivate: [OPERATING],
}

const ACCEPTING: Effect = {
  key: 'acceptsApplications',
  meaning: 'accepts grant applications, as its return says',
  set: { filters: { acceptsApplications: true } },
}

/** Forms, subsections, kinds of organizations, and NTEE codes. */
export const KINDS: readonly Rule[] = [
  {
    name: 'whether it accepts applications',
    patterns: [
      '<giver>? that|which|who|and? <accept> unsolicited|open|new? <application>',
      '<giver>? that|which|who? are|is? open to unsolicited|new? <application>',
      '<giver>? that|which? i|we can apply to',
    ],
    read: (_, { tokens }) =>
      // "Does the Gates Foundation accept applications?" asks about one.
      tokens[0]?.word === 'does' ? [{ topic: 'one' }] : [ACCEPTING],
  },
  {
    name: 'foundations, which alone report this',
    patterns: ['<giver>'],
    read: (_, { filters }) => (filters.acceptsApplications ? ['filler'] : undefined),
  },
  refuses(
    'a form to exclude',
    'notform',
    '<not> form? <form> <filer>?',
    '<not> postcard|e-postcard filers?',
  ),
  {
    name: 'a form',
    patterns: ['that|who? <file> form? <form>', 'form? <form> s? <filer>', 'form <form>', '<form>'],
    read: ({ from, to, values: { form } }, { tokens }) => {
      // "990" alone means any of the forms.
      const isAny = to - from === 1 && form?.value === '990'
      return isAny || tokens[to]?.word === '-' ? undefined : [toForm(formOf(form?.value))]
    },
  },
  {
    name: 'postcards',
    patterns: ['e? postcard|e-postcard filer|filers', 'that file postcards|e-postcards'],
    read: () => [toForm('990N')],
  },
  {
    name: 'a subsection',
    patterns: ['<subsection> s? <generic>', '<subsection> s?'],
    read: ({ values: { subsection, generic }, to }) => {
      const digits = /(\d{1,2})\D*$/.exec(subsection?.value.replace(/^501/, '') ?? '')?.[1] ?? ''
      const number = Number(digits)
      if (number < 1 || number > 29) return [reasonOf('subsection')]
      const effects = [toSubsection(digits.padStart(2, '0'))]
      return { effects, to: generic?.from ?? to }
    },
  },
  {
    name: 'a kind of subsection',
    patterns: ['<kind>'],
    read: ({ values: { kind } }, { filters }) =>
      filters.subsection === undefined ? [toSubsection(kind?.value ?? '')] : undefined,
  },
  {
    name: 'a kind of organization to exclude',
    patterns: ['that|which|who? <not> <entity>'],
    read: ({ values: { entity } }) =>
      entity?.value === 'PrivateFoundation' ? ENTITIES.NotPrivate : [reasonOf('negation')],
  },
  {
    name: 'a kind of organization',
    patterns: ['<entity>'],
    read: ({ values: { entity } }) => ENTITIES[entity?.value ?? ''],
  },
  {
    name: 'an NTEE code',
    patterns: ['ntee major? code|group? <word>', 'cause code <word>'],
    read: ({ values: { word } }) => {
      const { codes, label } = findCause(word?.value ?? '')
      if (!codes) return undefined
      const meaning = `cause ${codes.join(', ')} (${label})`
      return [{ key: 'causes', meaning, set: { filters: { causes: codes } } }]
    },
  },
]

// The most results that a page of surface B has.
const MOST = 100

/** Returns the part of a match that is a whole number without a unit, and that number. */
function countIn({ values: { amount, number } }: Match): (Part & { count: number }) | undefined {
  if (number) return { ...number, count: Number(number.value) }
  const { value = 0.5, scale, isMoney } = amount?.token ?? {}
  const isCount = amount && scale === 1 && !isMoney && Number.isInteger(value)
  return isCount ? { ...amount, count: value } : undefined
}

function limitTo(count: number): Effect {
  if (count < 1 || count > MOST) return reasonOf('limit')
  return { key: 'limit', meaning: `${count} results per page`, set: { limit: count } }
}

/** Reads a number of results from digits or words. */
const reads = (name: string, isWhole: boolean, ...patterns: string[]): Rule => ({
  name,
  patterns: patterns.flatMap((one) => [one, one.replace('<amount>', '<number>')]),
  read: (match, { tokens, taken }) => {
    const found = countIn(match)
    if (!found) return undefined
    const { from, to } = isWhole ? match : found
    // Nothing else takes the article of "the 5 largest".
    const isThe = tokens[from - 1]?.word === 'the' && !taken[from - 1]
    return { effects: [limitTo(found.count)], from: from - Number(isThe), to }
  },
})

/** Numbers of results: "top 10", "the five largest", "show me 20", "5 results". */
export const COUNTS: readonly Rule[] = [
  reads('a number beside an order', false, '<amount> <superlative>', '<superlative> <amount>'),
  reads('a number before a measure', false, '<amount> <most> <by>', '<amount> <judged>'),
  reads('a number at a judgment', false, 'best|worst|top|bottom <amount>', '<amount> top|bottom'),
  reads('the first results', true, 'first <amount>', 'limit to? <amount>'),
  reads('a number of results', true, 'at|up most|to? <amount> <results>', '<amount> <results>'),
  reads('a number of organizations', false, 'the <amount> <generic>', 'the <amount> <entity>'),
  reads('at most a number', true, 'at|up most|to <amount> <generic>'),
  reads('a number after a verb', true, '<ask> the|me? <amount>', '<ask> <ask> the? <amount>'),
  {
    name: 'a number before a cause',
    patterns: ['^ <number>', '^ <amount>'],
    read: (match, reading) => {
      const found = countIn(match)
      const words = wordsOf(reading, match.to, endOfCondition(reading, match.to))
      // "826 Valencia" is a name.
      return found && causesNamedBy(words) ? [limitTo(found.count)] : undefined
    },
  },
]

/** "…, smallest assets first, 20": a number at the end counts results if there is an order. */
export const LAST_COUNT: readonly Rule[] = [reads('a number at the end', false, ', <amount> $')]
