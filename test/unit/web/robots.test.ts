import robotsParserModule from 'robots-parser'
import { describe, expect, test } from 'vitest'
import { ROBOTS_TXT } from '#src/web/robots.ts'

// The package's types describe its source module, but the import is the function itself.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default
const HOST = 'https://research.example'
const robots = robotsParser(`${HOST}/robots.txt`, ROBOTS_TXT)
const mayWalk = (path: string) => robots.isAllowed(`${HOST}${path}`, 'Examplebot')

describe('a crawler', () => {
  test.each([
    '/',
    '/charity/070000101',
    '/sector',
    '/top-lists',
    '/compare',
    '/about',
    '/sources',
    '/agents',
    '/docs',
    '/llms.txt',
    '/openapi.json',
    '/assets/pages-0123456789ab.css',
    // Addresses that assistants fetch with their own tools.
    '/api/v2/charity/070000101/page',
    '/api/v2/search?Query=food+bank&Mode=Identity',
    '/api/v2/charity/070000101/sections/MoneyFlow?Limit=10',
  ])('may read %s', (path) => expect(mayWalk(path)).toBe(true))

  test.each([
    '/?Query=food',
    '/?State=OH&Cause=K&Sort=Revenue&Cursor=2',
    '/compare?EINs=070000101,080000102',
    '/top-lists?Order=Prominence',
    '/charity/070000101?Form=990&Year=2012',
    '/charity/070000101/sections/Grants',
    '/charity/070000101/evidence?Ref=990%3A2023%3A1%3A%2FIRS990',
    '/charity/070000101/filings',
    '/suggest?Query=fo',
    '/api/v2/export?Format=csv',
  ])('may not read %s', (path) => expect(mayWalk(path)).toBe(false))
})
