import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { detectIconType } from '#indexer/enrich/read-page/icon.ts'
import {
  makeAvif,
  makeBitmap,
  makeGif,
  makeIco,
  makeJpeg,
  makePng,
  makeWebp,
} from './made-icons.ts'

describe('an icon', () => {
  test.each([
    ['image/png', makePng(32, 16)],
    ['image/gif', makeGif(16, 8)],
    ['image/jpeg', makeJpeg(64, 48)],
    ['image/webp', makeWebp(48, 24)],
    ['image/avif', makeAvif(96, 90)],
    ['image/x-icon', makeIco(makePng(256))],
    ['image/x-icon', makeIco(makeBitmap(16))],
  ])('of type %s is recognized by its bytes', async (mediaType, content) => {
    expect(await detectIconType(content)).toBe(mediaType)
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG after a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><html><script>alert(1)</script></html>'],
    ['XML', '<?xml version="1.0"?><a/>'],
    ['text', 'not an image'],
    ['nothing', ''],
    ['a PDF', '%PDF-1.7\n'],
    ['a compressed file', gzipSync('x')],
    ['a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['a TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['a program', Buffer.from('MZ\x90\0', 'latin1')],
    ['HTML that names a GIF later', '<html>GIF89a'],
    ['the first bytes of a PNG', makePng().subarray(0, 12)],
    ['the first bytes of a JPEG', makeJpeg().subarray(0, 10)],
    ['an image without height', makePng(16, 0)],
  ])('is not %s', async (_what, content) => {
    expect(await detectIconType(Buffer.from(content))).toBeUndefined()
  })

  test.each([
    ['a PNG', makePng(2_048), makePng(2_049, 1)],
    ['a GIF', makeGif(2_048), makeGif(65_535)],
    ['a JPEG', makeJpeg(2_048), makeJpeg(65_000)],
    ['a WebP', makeWebp(2_048), makeWebp(16_000_000)],
    ['an AVIF', makeAvif(2_048), makeAvif(60_000)],
    ['an ICO', makeIco(makePng(2_048)), makeIco(makePng(60_000))],
  ])('may have at most 2,048 pixels: %s', async (_what, fit, tooLarge) => {
    expect(await detectIconType(fit)).toBeDefined()
    expect(await detectIconType(tooLarge)).toBeUndefined()
  })
})
