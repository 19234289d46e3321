import { type Rule, refuses } from '../reading.ts'
import { isIn, reasonOf } from '../vocabulary.ts'

// "Can you tell me who funds …": up to three phrases stand before the question itself.
const LEAD = '^ <lead>? <lead>? <lead>?'

const asks = (name: string, topic: string, ...patterns: string[]): Rule => ({
  name,
  patterns: patterns.map((pattern) => pattern.replace('^', LEAD)),
  read: () => [{ topic }],
})

/** Questions about funding. */
const FUNDING: readonly Rule[] = [
  asks(
    'who gives money',
    'funders',
    '^ who|whom is|are? fund|funds|funded|funding|finances|supports|supporting|bankrolls|sponsors',
    '^ who gives|donates|gave|contributes|donated money|grants? to',
    '^ funders|donors|supporters|backers of|to|for',
  ),
  {
    name: 'grants for a purpose',
    patterns: [
      `${LEAD} grants|grant|funding for|to|from|about`,
      `${LEAD} grants over|under|above|below|of|in|made|given|awarded`,
    ],
    read: ({ to }, { tokens, subject }) => {
      const last = tokens[to - 1]?.word ?? ''
      const isTaken = subject === 'grants' ? /for|about/ : /for|to|from|about/
      return { effects: [{ topic: 'grants' }], to: isTaken.test(last) ? to : to - 1 }
    },
  },
  {
    name: 'who gave for a purpose',
    patterns: [
      `${LEAD} which|what foundations|funders|grantmakers|donors|companies|corporations|agencies fund|funded|give|gave|donate|donated|award|awarded|support|supported to?`,
    ],
    read: ({ to }, { tokens, subject }) =>
      tokens[to]?.word === 'by'
        ? undefined
        : [{ topic: subject === 'grants' ? 'funders' : 'grants' }],
  },
]

/** Questions that a search of grants answers. `SIDES` reads who gave and who received. */
export const GIVING: readonly Rule[] = [
  {
    name: 'what an organization gave',
    patterns: [
      `${LEAD} who|whom|what|where|how much? money|grants? did|does|do|has|have`,
      `${LEAD} which|what grants did|does|do|has|have`,
      '^ has|have|did|does|do',
      `${LEAD} grantees|recipients of`,
    ],
    // "Who has given to …" asks who gave.
    read: ({ to }, { tokens }) => {
      const { word = '', text = '' } = tokens[to] ?? {}
      // "Does anyone fund …" names nobody.
      if (to === 1 && !/^\p{Lu}/u.test(text)) return undefined
      return isIn('give', word)
        ? { effects: [{ topic: 'funders' }], to: tokens[to + 1]?.word === 'to' ? to + 2 : to + 1 }
        : [{ topic: 'gave' }]
    },
  },
  {
    name: 'grants of a side',
    patterns: [
      `${LEAD} gifts|donations|money|awards from|by|to`,
      `${LEAD} grants|grant|funding|gifts|donations|money|awards by`,
      `${LEAD} grants|gifts|donations|money|awards made|given|awarded|paid|received|won from|by|to`,
    ],
    read: ({ to }, { tokens }) => {
      const isReceived = /received|won/.test(tokens[to - 2]?.word ?? '')
      return { effects: [{ topic: 'grants' }], to: isReceived ? to - 2 : to - 1 }
    },
  },
  ...FUNDING,
]

/** Questions that a search of organizations does not answer. The rest may be a name. */
export const QUESTIONS: readonly Rule[] = [
  asks(
    'how to give or help',
    'question',
    '^ how do|can|could|should|to|would i|we|you|one? donate|give|volunteer|apply to|for|at|with',
  ),
  ...FUNDING,
  asks(
    'people of an organization',
    'leaders',
    '^ who runs|leads|heads|manages|founded|started|chairs',
    '^ who works|sits at|for|on the? board? of?',
    '^ <role> of|at|for',
    '^ what|which board|boards does|do|did|is|has|have',
  ),
  asks('what an organization gave', 'gave', '^ who|whom did|does|do|has|have'),
  {
    name: 'a mean over organizations',
    patterns: [
      `${LEAD} average|median|mean|typical|combined|aggregate total? <measure> of|for|at|among`,
    ],
    read: ({ to }) => ({ effects: [reasonOf('mean')], to: to - 1 }),
  },
  {
    name: 'a sum over organizations',
    patterns: [`${LEAD} <shown> of|for|in all|every|each? <generic>`],
    read: ({ values: { shown } }) => ({ effects: [reasonOf('mean')], to: shown?.to ?? 0 }),
  },
  {
    name: 'the verb at the end of a question',
    patterns: [
      'sit|sits|serve|serves|served on|in? $',
      '<give> to? $',
      '<give> to? in|for <year> $',
    ],
    read: ({ to, values: { year } }, { topic }) =>
      topic === undefined ? undefined : { effects: ['filler'], to: year ? year.from - 1 : to },
  },
  {
    name: 'a past figure of an organization',
    patterns: [`${LEAD} <shown> in|for <year> of|for`, `${LEAD} <contact> in|for <year> of|for`],
    read: () => [{ topic: 'past' }],
  },
  asks(
    'a detail of an organization',
    'one',
    '^ <contact> of|for the? <role> of|at|for|in',
    '^ <contact> of|for',
  ),
  {
    name: 'a figure that every result shows',
    patterns: [`${LEAD} <shown> of|for`],
    read: ({ to, values: { shown } }, reading) => {
      // "revenue of $1-5M"
      if (reading.tokens[to]?.kind === 'amount') return undefined
      reading.topic = 'shown'
      return [{ key: 'note', meaning: `every result shows its ${shown?.token.word ?? 'figures'}` }]
    },
  },
  asks('similar organizations', 'similar', '^ <generic> like', '^ <generic>? similar to'),
  asks('similar organizations', 'similar', '^ alternatives|peers|competitors|comparable of|to'),
  asks('a comparison', 'compare', '^ compare the? <measure> of|at|for|between', '^ compare'),
  {
    name: 'what an organization did',
    patterns: [
      '^ what|how much? money? did|does|do',
      '^ how much|many did|does|do|has|have|was|is|were|money',
    ],
    read: ({ to }, { tokens }) => [
      { topic: tokens.slice(to).some(({ word }) => isIn('give', word)) ? 'gave' : 'question' },
    ],
  },
  refuses('the number of organizations', 'count', '^ <lead>? <group>'),
  {
    name: 'another question',
    patterns: [
      '^ how big|large|old|rich|good|far|long|often is|are|was|does?',
      '^ is|does|did|was|were|has|why|when|should|how',
    ],
    read: ({ to }, { tokens }) =>
      tokens[to]?.word === 'there' ? undefined : [{ topic: 'question' }],
  },
]
