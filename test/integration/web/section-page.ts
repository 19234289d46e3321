import { type CheerioAPI, load } from 'cheerio'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

export type ReadPage = {
  status: number
  html: string
  $: CheerioAPI
  headers: Record<string, unknown>
}

let asked = 0

/**
 * Returns a page as a browser requests it, each from its own address, to leave the allowance to
 * other tests.
 */
export async function readPage(app: FastifyInstance, url: string): Promise<ReadPage> {
  asked += 1
  const remoteAddress = `172.${16 + (asked >> 16)}.${(asked >> 8) & 255}.${asked & 255}`
  const { statusCode, body, headers } = await app.inject({
    url,
    headers: { accept: 'text/html,application/xhtml+xml' },
    remoteAddress,
  })
  return { status: statusCode, html: body, $: load(body), headers }
}

/** Reads a page that must have this status. */
export async function openPage(app: FastifyInstance, url: string, status = 200): Promise<ReadPage> {
  const page = await readPage(app, url)
  expect(page.status, `${url}: ${page.$('main').text()}`).toBe(status)
  return page
}

/** Returns the Refs that a page links to, with their organizations. */
export const linkedRefs = ($: CheerioAPI): Map<string, string> =>
  new Map(
    $('a[href*="/evidence?Ref="]')
      .toArray()
      .map((link) => {
        const { pathname, searchParams } = new URL($(link).attr('href') ?? '', 'http://localhost')
        return [searchParams.get('Ref') ?? '', pathname.split('/')[2] ?? '']
      }),
  )

export const hrefsOf = ($: CheerioAPI, selector: string): string[] =>
  $(selector)
    .toArray()
    .map((one) => $(one).attr('href') ?? '')

export const textsOf = ($: CheerioAPI, selector: string): string[] =>
  $(selector)
    .toArray()
    .map((one) => $(one).text())

export const evidenceUrl = (ein: string, ref: string): string =>
  `/charity/${ein}/evidence?Ref=${encodeURIComponent(ref)}`

/** Returns the value on an evidence page as text; undefined for a row or an element. */
export function shownValue($: CheerioAPI): string | undefined {
  const exact = $('.large data').attr('value')
  if (exact !== undefined) return exact
  const text = $('blockquote.filed')
  if (text.length > 0) return text.text()
  return $('.large.unknown').length > 0 ? '' : undefined
}

/** Returns what a part of a page says, a block a line, to record it. */
export function textOf($: CheerioAPI, part = 'main'): string {
  const copy = $(part).clone()
  copy.find('svg, script, .hidden').remove()
  copy.find('th, td').append(' | ')
  copy.find('p, li, h1, h2, h3, h4, tr, caption, dt, dd, div, summary, label, option').append('\n')
  const lines = copy
    .text()
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
  const said = lines.filter((line) => line !== '').join('\n')
  return said.replaceAll(/request ID [\w-]+/g, 'request ID …')
}
