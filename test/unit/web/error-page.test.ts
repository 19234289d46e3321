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
const show = (code: ErrorCode) =>
  load(render(h(ErrorPage, { site, error: new ApiError(code), requestId: 'r' })))('main')

test('without pages left today, the page says when there are more and offers no search', () => {
  const page = show('DataAllowanceExhausted')
  expect(page.text()).toContain('Wait until 00:00 UTC')
  expect(page.text()).toContain('API key')
  expect(page.find('form')).toHaveLength(0)
})

test.each(['ProfileNotFound', 'RateLimited'] as const)('%s offers a search', (code) => {
  expect(show(code).find('form[action="/"]')).toHaveLength(1)
})
