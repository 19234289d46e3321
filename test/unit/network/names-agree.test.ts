import { expect, test } from 'vitest'
import { namesAgree } from '#indexer/network/names-agree.ts'

test.each([
  [
    'words are added',
    'Larkspur Appleyard',
    'LARKSPUR APPLEYARD CENTER FOR LAW IN THE PUBLIC INTEREST',
  ],
  ['words are left out', 'Three Herons Food Bank', 'THREE HERONS'],
  [
    'endings differ',
    'Larkspurs United for Immigrant Rights',
    'LARKSPUR UNITED FOR IMMIGRANTS RIGHTS',
  ],
  ['words change places', 'Food Bank of Upper Tern', 'UPPER TERN FOOD BANK'],
  ['one is the initials of the other', 'QFLC', 'Quill and Fern Literacy Council'],
  ['one is written as three initials', 'UFC', 'Upper Fern Clinic'],
  ['the initials are next to it', 'TWP - Tern Watch Project', 'The Watch Project for Terns (TWP)'],
  ['half the words are distinctive', 'Larkspur Justice Center', 'Larkspur Justice Alliance'],
  ['only common words differ', 'World Food Program USA', 'Friends of the World Food Program'],
])('names agree if %s', (_, one, other) => {
  expect(namesAgree(one, other)).toBe(true)
  expect(namesAgree(other, one)).toBe(true)
})

test.each([
  ['share nothing', 'Quarry Lake Sailing Club', 'Fern Hill Clinic'],
  [
    'share only the kind of organization',
    'Larkspur Community Foundation',
    'Tern Community Foundation',
  ],
  ['are a parish and its conference', 'St Alder Parish', 'United States Catholic Conference'],
  ['share one common word', 'Catholic Charities', 'United States Catholic Conference'],
  ['share only their beginning', 'Interfern Center', 'Interquill Ministry'],
  ['share only the beginning of a common word', 'Hospice of Maine', 'Hospital Association'],
  ['have three initials and other words', 'Tern Heron House USA', 'United Sailing Association'],
  ['are empty', '', 'Fern Hill Clinic'],
])('names disagree that %s', (_, one, other) => {
  expect(namesAgree(one, other)).toBe(false)
  expect(namesAgree(other, one)).toBe(false)
})

test('words of the city do not count', () => {
  expect(namesAgree('Tern Harbour Arts', 'Tern Harbour Rotary Club')).toBe(true)
  expect(namesAgree('Tern Harbour Arts', 'Tern Harbour Rotary Club', 'TERN HARBOUR')).toBe(false)
})
