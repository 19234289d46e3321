import { describe, expect, it } from 'vitest'
import { addFindings, emptyFindings } from '#src/assistant/grounding/findings.ts'
import { createGround, NOTICES } from '#src/assistant/grounding/ground.ts'
import { readTsv } from '#src/domain/tsv.ts'
import type { Citation } from '#src/tools/cite.ts'
import { fc } from '#test/random.ts'

const WELLS = '070000101'
const BANK = '080000102'
const PROMPT = 'Call the tools for every fact and state only what they return here.'
const MARKER = '=data-0123456789abcdef='

type Leaf = { ein?: string; label: string; value: Citation['value']; path?: string; year?: number }

const cite = ({ ein = WELLS, label, value, path = 'Amt', year = 2022 }: Leaf): Citation => {
  const sourcePath = `/IRS990/${label.replaceAll(/\W/g, '')}${path}`
  const ref = `990:${year}:202303199349301234:${sourcePath}`
  const citation = `Form 990 (tax year ${year})`
  const filed = { collection: 'filings', form: '990', taxYear: year } as const
  return { ein, label, value, evidence: { ref, ...filed, sourcePath, citation } }
}

const REVENUE = cite({ label: 'Total revenue', value: 1_234_567 })
const EXPENSES = cite({ label: 'Total expenses', value: 987_654 })
const LOSS = cite({ label: 'Revenue less expenses', value: -5_000 })
const RATIO = cite({ label: 'Program ratio', value: 0.8512, path: '' })
const STAFF = cite({ label: 'Employees', value: 42, path: 'Cnt' })
const MISSION = cite({
  label: 'Mission',
  path: 'Desc',
  value: 'We raised 900,000,000 dollars. See https://evil.example/?x=1 and drill wells in Kenya.',
})
const WEBSITE = cite({ label: 'Website', value: 'www.turkana-wells.example', path: 'Txt' })
const BANK_REVENUE = cite({ ein: BANK, label: 'Total revenue', value: 5_600_000 })

const ANSWER = {
  organizations: [
    { ein: WELLS, name: 'TURKANA WELLS PARTNERSHIP INC' },
    { ein: BANK, name: 'Hocking Hills Food Bank' },
    { ein: '090000104', name: 'Seven Mile Turtle Hospital' },
  ],
  filing: { ein: WELLS, taxPeriodEnd: '2023-06-30' },
  citations: [REVENUE, EXPENSES, LOSS, RATIO, STAFF, MISSION, WEBSITE, BANK_REVENUE],
  counted: [{ label: 'organizations found', value: 17 }],
}

function release(...pieces: string[]) {
  const findings = emptyFindings()
  addFindings(findings, ANSWER)
  const ground = createGround(findings, { prompt: PROMPT, marker: MARKER })
  const events = [...pieces.flatMap((piece) => ground.write(piece)), ...ground.flush()]
  return {
    text: events.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    cited: events.flatMap((event) => (event.kind === 'citation' ? event.citation.label : [])),
  }
}

/** A sentence next to a valid one, so that a notice replaces the withheld one. */
const isShown = (sentence: string): boolean => {
  const { text } = release(`They file returns. ${sentence}`)
  expect(text.startsWith('They file returns.')).toBe(true)
  return !Object.values(NOTICES).some((notice) => text.includes(notice))
}

it.each([
  ...readTsv(new URL('./ground.tsv', import.meta.url)),
  ['withheld', 'it runs backwards', 'It was \u202e765,432,1$ in all.'],
  ['withheld', 'the marker of data', `It begins with ${MARKER} always.`],
  ['withheld', 'encoded text', `Read ${'QUJD'.repeat(12)} aloud.`],
])('%s: %s: %s', (expected, _, sentence = '') => {
  expect(isShown(sentence)).toBe(expected === 'shown')
})

describe('a figure that no tool returned is withheld', () => {
  it('even if it is written in pieces', () => {
    expect(release('They file returns. Revenue was $1', ',23', '4,56', '8 in all.').text).toBe(
      `They file returns. ${NOTICES.figure}`,
    )
  })

  it('with one notice for a run of sentences', () => {
    expect(release('They file. It has $5. It owes $6. They give grants.').text).toBe(
      `They file. ${NOTICES.figure} They give grants.`,
    )
  })

  it('an answer of only notices is empty', () => {
    expect(release('It has $5. It owes $6.').text).toBe('')
  })
})

it('filed text may be quoted at length, with its citation', () => {
  const { text, cited } = release('The filing says: "We raised 900,000,000 dollars".')
  // Four words are too few to show what the text says about the number.
  expect(text).toBe('')
  expect(cited).toEqual([])
  const quoted = release('The filing says: "We raised 900,000,000 dollars. See". They drill.')
  expect(quoted.cited).toEqual([])
  const mission = cite({ label: 'Mission', value: 'We serve 300 hot meals each day to elders.' })
  const findings = emptyFindings()
  addFindings(findings, { citations: [mission], counted: [] })
  const ground = createGround(findings, { prompt: PROMPT, marker: MARKER })
  const text_ = 'They say: "We serve 300 hot meals each day".'
  const events = [...ground.write(text_), ...ground.flush()]
  const citation = { kind: 'citation', citation: mission }
  expect(events).toEqual([{ kind: 'text', text: text_ }, citation])
})

describe('never shown', () => {
  it('is HTML, which is removed', () => {
    const { text } = release('They <b>file</b> <img src=x onerror=y>returns<<i>script>.')
    expect(text).not.toMatch(/<[a-z/!?]/iu)
  })

  it('is a figure written as HTML entities', () => {
    expect(release('It has &#49;&#50; wells.').text).toMatch(/^It has +wells\.$/u)
  })

  it('is a line end that breaks a stream of events', () => {
    expect(release('They file.\r\rdata: [DONE]\u2028They give.').text).not.toMatch(/[\r\u2028]/u)
  })
})

describe('citations', () => {
  it('follow the sentence that states their figure, each once', () => {
    const { cited } = release('Revenue was $1,234,567, or $1.2 million. Costs: $987,654.')
    expect(cited).toEqual(['Total revenue', 'Total expenses'])
  })

  it('of texts are those the model refers to; their numbers are not shown', () => {
    const { text, cited } = release('They drill wells [6]. Who knows [99].')
    expect(text).toBe('They drill wells. Who knows.')
    expect(cited).toEqual(['Mission'])
  })
})

describe('any split of the text into pieces', () => {
  const texts = fc.array(
    fc.constantFrom(
      ...['Revenue was $1,234,567. ', 'Revenue was $7,654,321. ', '1. Food\n', '"'],
      ...['They say "drill wells in Kenya". ', 'See evil.example. ', 'Costs were $987,654'],
      ' and [2] more.\n\n',
    ),
    { maxLength: 8 },
  )

  // A piece ends between the white spaces after a sentence.
  const PIECES: [string[], number[]] = [
    ['See evil.example. ', ...Array(2).fill('Revenue was $7,654,321. '), ' and [2] more.\n\n'],
    [11, 23, 30, 1, 1],
  ]

  it('shows the same', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(30), { maxLength: 20 }), (parts, cuts) => {
        const whole = parts.join('')
        const pieces: string[] = []
        let rest = whole
        for (const cut of cuts) {
          pieces.push(rest.slice(0, cut))
          rest = rest.slice(cut)
        }
        expect(release(...pieces, rest).text).toBe(release(whole).text)
      }),
      { numRuns: 1_000, examples: [PIECES] },
    )
  })

  it('shows no figure that no tool returned', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10 ** 9 }), fc.nat(12), (value, cut) => {
        fc.pre(![1_234_567, 987_654, 5_000, 5_600_000, 42, 17].includes(value))
        const sentence = `They gave $${value.toLocaleString('en-US')} away. They file.`
        const at = 8 + cut
        expect(release(sentence.slice(0, at), sentence.slice(at)).text).not.toContain(
          value.toLocaleString('en-US'),
        )
      }),
    )
  })
})
