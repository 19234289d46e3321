import { describe, expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Form } from '#src/domain/form.ts'
import type { SeriesYear } from '#src/organizations/figures/series.ts'
import { describeStatus } from '#src/organizations/page/status-sentences.ts'
import {
  describeControls,
  describeGifts,
  describeYear,
} from '#src/organizations/page/summary-sentences.ts'
import type { Restriction } from '#src/rating/restriction.ts'
import { makeFiling, makeOrganization, makeRegistry } from './made-filing.ts'

const POLICIES = {
  ConflictOfInterestPolicyInd: '1',
  WhistleblowerPolicyInd: '1',
  DocumentRetentionPolicyInd: '0',
  MinutesOfGoverningBodyInd: '1',
  CompensationProcessCEOInd: '1',
  FSAuditedInd: '0',
}

const sentencesOf = (form: Form, content: Block) =>
  describeControls(makeOrganization(), makeFiling(form, content)).map(({ topic, text }) => [
    topic,
    text,
  ])

describe('status', () => {
  test('lists what a reader must know before any figure', () => {
    const revoked = {
      isRevoked: true,
      revocations: [
        { revokedOn: '2021-05-15', postedOn: null, reinstatedOn: null, asOf: '2026-04' },
      ],
    }
    const filing = makeFiling('990', { FinalReturnInd: 'X', AmendedReturnInd: 'X' })
    expect(describeStatus(makeOrganization(revoked), filing)).toMatchObject([
      {
        topic: 'status',
        text: 'The IRS revoked its exemption on May 15, 2021, its latest return is its final return, and its latest return is amended.',
        figures: [{ value: '2021-05-15' }, { value: true }, { value: true }],
      },
    ])
  })

  test('begins with restriction lists, each with its Refs', () => {
    const match: Restriction = {
      list: 'OFAC',
      entry: '990001',
      subject: 'organization',
      subjectName: 'MADE & MEANT',
      subjectRef: 'bmf:2026-04:070000001:NAME',
      listedName: 'MADE AND MEANT',
      partyName: 'MADE AND MEANT',
      method: 'ExactName',
      agreed: ['name', 'city'],
      status: 'Confirmed',
      programs: [],
      ref: 'sdn:2026-04:990001:',
      isPartial: false,
      exclusionType: null,
      activeOn: null,
      endsOn: null,
    }
    const filing = makeFiling('990', { FinalReturnInd: 'X' })
    const sentences = describeStatus(makeOrganization({ restrictions: [match] }), filing)
    expect(sentences.map(({ topic }) => topic)).toEqual(['status', 'status'])
    expect(sentences[0]).toMatchObject({
      text: expect.stringMatching(/^"MADE & MEANT" is .* OFAC sanctions lists .*city match\.$/),
      figures: [
        { label: 'On a restriction list', value: match.listedName, ref: match.ref },
        { value: match.subjectName, ref: match.subjectRef },
      ],
    })
  })

  test('reports a revocation that a newer registry overrules', () => {
    const revocation = { revokedOn: '2023-05-15', postedOn: null, asOf: '2026-04' }
    const registry = makeRegistry({})
    const sentencesOf = (reinstatedOn: string | null) =>
      describeStatus(makeOrganization({ registry, revocations: [{ ...revocation, reinstatedOn }] }))
    expect(sentencesOf(null)).toMatchObject([
      {
        text: expect.stringMatching(
          /lists disagree\. .*May 15, 2023 .*registry \(April 2026\) lists the organization/,
        ),
        figures: [
          { ref: 'revocation:070000001:2023-05-15:RevocationDate' },
          { value: registry.name },
        ],
      },
    ])
    expect(sentencesOf('2023-11-15')).toEqual([])
  })

  test('is empty without such facts', () => {
    expect(describeStatus(makeOrganization(), makeFiling('990', {}))).toEqual([])
  })
})

describe('controls', () => {
  test('are policies and practices, not absent events', () => {
    expect(sentencesOf('990', { ...POLICIES, MaterialDiversionOrMisuseInd: '0' })).toEqual([
      ['controls', 'It has 4 of the 6 policies and practices that Form 990 asks about.'],
      ['events', 'It reports no material diversion of assets.'],
    ])
  })

  test('do not count blank lines as answered', () => {
    expect(sentencesOf('990', { WhistleblowerPolicyInd: '1' })).toEqual([
      [
        'controls',
        'It reports on 1 of the 6 policies and practices that Form 990 asks about, and has 1 of them.',
      ],
    ])
    expect(sentencesOf('990', {})).toEqual([
      [
        'controls',
        'It does not report on any of the 6 policies and practices that Form 990 asks about.',
      ],
    ])
  })

  test('exclude events', () => {
    const events = { MaterialDiversionOrMisuseInd: '1', LoanOutstandingInd: '1' }
    expect(sentencesOf('990', events).at(-1)).toEqual([
      'events',
      'It reports a material diversion of assets and transactions with related parties.',
    ])
  })

  test.each([
    ['0', '1', 'transactions with related parties and no material diversion of assets'],
    ['1', '0', 'a material diversion of assets and no transactions with related parties'],
    ['0', '0', 'no material diversion of assets and no transactions with related parties'],
  ])('lists events that happened before those that did not: %s, %s', (diverted, lent, text) => {
    const content = {
      MaterialDiversionOrMisuseInd: diverted,
      LoanOutstandingInd: lent,
      GrantToRelatedPersonInd: lent,
      BusinessRlnWithOrgMemInd: lent,
      BusinessRlnWithFamMemInd: lent,
      BusinessRlnWithOfficerEntInd: lent,
      EngagedInExcessBenefitTransInd: lent,
      PYExcessBenefitTransInd: lent,
    }
    expect(sentencesOf('990', content).at(-1)).toEqual(['events', `It reports ${text}.`])
  })

  test.each(['990PF', '990N', '990T'] as const)('Form %s does not ask', (form) => {
    expect(sentencesOf(form, {})).toEqual([
      ['controls', `${FORM_NAMES[form]} does not ask about governance policies and practices.`],
    ])
  })

  test('do not expect controls of a 990-EZ', () => {
    expect(sentencesOf('990EZ', { MadeLoansToFromOfficersInd: '1' })).toEqual([
      ['controls', 'Form 990-EZ does not ask about governance policies and practices.'],
      ['events', 'It reports transactions with related parties.'],
    ])
  })
})

describe('figures of a year', () => {
  test('describe negative amounts as reported', () => {
    const figure = (value: number) => ({ label: '', value, ref: '' })
    const year = {
      taxYear: 2022,
      figures: { revenue: figure(-12_400), expenses: figure(500) },
      derived: { reserveMonths: figure(-3) },
    } as unknown as SeriesYear
    expect(describeYear(year).map(({ text }) => text)).toEqual([
      'In tax year 2022, it reported revenue of -$12,400 and spent $500.',
      'Unrestricted net assets are negative, by 3 months of expenses.',
    ])
  })
})

describe('deductibility', () => {
  const publication78 = (deductibilityCodes: string[]) => ({
    publication78: { asOf: '2026-04', name: 'MADE & MEANT', deductibilityCodes },
    publication78AsOf: '2026-04',
  })
  const gifts = (made: Parameters<typeof makeOrganization>[0]) =>
    describeGifts(makeOrganization(made))

  test.each([
    [
      ['PC'],
      'Contributions are deductible, according to IRS Publication 78 (April 2026), code PC.',
    ],
    [
      ['LODGE', 'FORGN'],
      'The deductibility of contributions is limited or conditional, according to IRS Publication 78 (April 2026), code LODGE, FORGN.',
    ],
  ])('cites the codes %j of Publication 78', (codes, text) => {
    const ref = 'pub78:2026-04:070000001:DeductibilityStatus'
    const figures = [{ label: 'Deductibility code', value: codes.join(', '), ref }]
    expect(gifts(publication78(codes))).toEqual([{ topic: 'status', text, figures }])
  })

  test('says that the loaded list does not list it, and nothing without a list', () => {
    expect(gifts({ publication78AsOf: '2026-04' })).toMatchObject([
      { text: expect.stringMatching(/^IRS Publication 78 \(April 2026\) does not list/) },
    ])
    expect(gifts({})).toEqual([])
  })

  test('is not claimed against another list of the IRS', () => {
    expect(gifts({ ...publication78(['PC']), isRevoked: true })).toEqual([])
    const registry = makeRegistry({ deductibility: '2' })
    expect(gifts({ ...publication78(['PC']), registry })).toEqual([])
  })
})
