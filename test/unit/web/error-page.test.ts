import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '#src/platform/errors.ts'
import { ErrorPage } from '#src/web/components/error-page.tsx'
import type { Site } from '#src/web/components/layout.tsx'

const site: Site = {
  assets: { stylesheet: '/a.css', script: '/a.js' },
  origin: () => '',
  freshness: {},
}
const show = (code: ErrorCode, message?: string) => {
  const error = new ApiError(code, message === undefined ? {} : { message })
  return load(render(h(ErrorPage, { site, error, requestId: 'r' })))('main')
}

test.each([
  ['PageAllowanceExhausted', 59, 'in 1 minute.'],
  ['PageAllowanceExhausted', 3_599, 'in 60 minutes.'],
  ['DataAllowanceExhausted', 3_600, 'in 1 hour.'],
  ['PageAllowanceExhausted', 86_400, 'in 24 hours.'],
] as const)('%s with %i s left resets %s, and offers no search', (code, seconds, left) => {
  const error = new ApiError(code, { retryAfterSeconds: seconds })
  const page = load(render(h(ErrorPage, { site, error, requestId: 'r' })))('main')
  expect(page.text()).toContain(`It resets at 00:00 UTC, ${left}`)
  expect(page.find('form')).toHaveLength(0)
  expect(page.find('a[href="/"]')).toHaveLength(1)
})

test.each(['ProfileNotFound', 'RateLimited'] as const)('%s offers a search', (code) => {
  expect(show(code).find('form[action="/"]')).toHaveLength(1)
})

test('the page of an unknown EIN links to a search and to the loaded sources', () => {
  const page = show('ProfileNotFound')
  expect(page.text()).toContain('Check the nine digits')
  expect(page.find('a[href="/sources"]')).toHaveLength(1)
})

test('a message about an organization is shown without API paths', () => {
  const message =
    'A Made Org is on a list, but has no filing. See /api/v2/charity/070000101/profile.'
  const text = show('ProfileNotFound', message).text()
  expect(text).toContain('but has no filing.')
  expect(text).not.toMatch(/\/api\/|nine digits/)
})

test('a failing service tells people to wait, and tells its operator the cause', () => {
  const text = show('IndexNotReady', 'No index exists. Reindex first.').text()
  expect(text).toMatch(/Try again later\..*For the operator: No index exists\. Reindex first\./)
})
