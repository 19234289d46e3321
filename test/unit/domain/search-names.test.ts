import { expect, test } from 'vitest'
import { toCompactKey, toSearchName, toWordSetKey } from '#src/domain/search-names.ts'

test.each([
  ['Riverside School, Inc., The', 'riverside school'],
  ['BRIDGE TO HOPE, INC THE', 'bridge to hope'],
  ["Tri-State Family Young Men's Christian Association", 'tri state families ymca'],
  ['TRI-STATE FAMILY YMCA', 'tri state families ymca'],
  ['Lincoln Parent Teacher Organization', 'lincoln pto'],
])('%s is searched as %s', (name, expected) => {
  expect(toSearchName(name)).toBe(expected)
})

test.each([
  ['METRO DENVER FAIR HOUSING CENTER', 'DENVER METRO FAIR HOUSING CENTER'],
  ['AMERICAN LEGION POST NO. 12', 'AMERICAN LEGION POST 12'],
  ['HOSPITAL OF THE SAVIOR', 'THE SAVIOR HOSPITAL'],
])('the words of %s are those of %s', (left, right) => {
  expect(toWordSetKey(toSearchName(left))).toBe(toWordSetKey(toSearchName(right)))
})

test.each([
  ['ProPublica Inc', 'PRO PUBLICA INC'],
  ['SOJOURNEY INC', 'SO JOURNEY'],
  ["AMBER'S FOUNDATION INC", 'AMBER-S FOUNDATION'],
  ['GREENPOND VOLUNTEER FIRE DEPARTMENT', 'GREEN POND VOLUNTEER FIRE DEPT'],
  ['St. Marys', 'SAINTMARYS'],
  ['RED RIVER CHILDCARE PROGRAM', 'RED RIVER CHILD CARE PROGRAM'],
])('%s is %s without spaces', (left, right) => {
  expect(toCompactKey(left)).toBe(toCompactKey(right))
})
