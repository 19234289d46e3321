import { describe, expect, it } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import { isPointer, readNarrative, withoutPointers } from '#src/domain/facts/narrative.ts'
import type { Form } from '#src/domain/form.ts'
import { testReturns } from '#test/unit/cases.ts'

const read = (form: Form, block: string, content: Block) =>
  readNarrative(form, [{ block, ordinal: 1, content }])

describe('readNarrative', () => {
  it('compares long texts as a whole, and short ones with the beginning of long ones', () => {
    const long = 'To teach children. '.repeat(1_000)
    const other = `${long}And adults.`
    const { mission } = read('990', 'IRS990', {
      MissionDesc: long,
      ActivityOrMissionDesc: 'To teach children.',
      MissionDescription: other,
      ActivityOrMissionDescription: long,
    })
    expect(mission.map(({ text }) => text)).toEqual([long.trim(), other])
  })

  it('reads the names used until 2012 and those of 2009', () => {
    expect(
      read('990', 'IRS990', {
        MissionDescription: 'To teach.',
        Description: 'Classes.',
        ActivityOther: [{ Description: 'A library.' }],
      }),
    ).toMatchObject({
      mission: [{ text: 'To teach.', path: '/IRS990/MissionDescription' }],
      programs: [
        { text: 'Classes.', path: '/IRS990/Description' },
        { text: 'A library.', path: '/IRS990/ActivityOther[1]/Description' },
      ],
    })
    const wrapped = { Form990PartIII: { MissionDescription: 'To heal.' } }
    expect(read('990', 'IRS990', wrapped).mission[0]?.path).toBe(
      '/IRS990/Form990PartIII/MissionDescription',
    )
  })

  it('reads the 990-EZ and the numbered activities of a foundation', () => {
    const short = read('990EZ', 'IRS990EZ', {
      PrimaryExemptPurposeTxt: 'A choir.',
      ProgramSrvcAccomplishmentGrp: [{ DescriptionProgramSrvcAccomTxt: 'Six concerts.' }],
    })
    expect(short.mission.map(({ text }) => text)).toEqual(['A choir.'])
    expect(short.programs[0]?.path).toBe(
      '/IRS990EZ/ProgramSrvcAccomplishmentGrp[1]/DescriptionProgramSrvcAccomTxt',
    )
    const foundation = read('990PF', 'IRS990PF', {
      SummaryOfDirectChrtblActyGrp: { Description1Txt: 'N/A', Description2Txt: 'A museum.' },
    })
    expect(foundation.programs).toEqual([
      { text: 'A museum.', path: '/IRS990PF/SummaryOfDirectChrtblActyGrp/Description2Txt' },
    ])
  })

  it('keeps the whole text once if another has only its beginning', () => {
    const { mission } = read('990', 'IRS990', {
      MissionDesc: 'To end hunger.',
      ActivityOrMissionDesc: 'TO END HUNGER, in Ohio and beyond.',
    })
    expect(mission).toEqual([
      { text: 'TO END HUNGER, in Ohio and beyond.', path: '/IRS990/ActivityOrMissionDesc' },
    ])
  })

  it('reads old Schedule O entries, even those that name their line in the text', () => {
    const { programs } = read('990', 'IRS990ScheduleO', {
      GeneralExplanation: [
        { Identifier: 'Part III, line 4a', Explanation: 'A clinic.' },
        { Explanation: 'Form 990, Part III, Line 4d: a school.' },
        { Identifier: 'Part VI, line 3', Explanation: 'A manager.' },
      ],
    })
    expect(programs.map(({ path }) => path)).toEqual([
      '/IRS990ScheduleO/GeneralExplanation[1]/Explanation',
      '/IRS990ScheduleO/GeneralExplanation[2]/Explanation',
    ])
  })

  it('finds nothing in a 990-T or a postcard', () => {
    for (const form of ['990T', '990N'] as const) {
      expect(readNarrative(form, [])).toEqual({ mission: [], programs: [], regions: [] })
    }
  })
})

testReturns({
  'texts without pointers at their ends': withoutPointers,
  'texts that only point elsewhere': [isPointer, true],
  'texts that say more than a pointer': [isPointer, false],
})
