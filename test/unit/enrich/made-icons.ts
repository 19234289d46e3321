import { crc32, deflateSync } from 'node:zlib'

/** Images made byte by byte, of one color or none, because only their headers are read. */

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG that claims this size; its pixels are those of a square of one. */
export function makePng(width = 32, height = width): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 200]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function makeGif(width = 16, height = width): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  return Buffer.concat([Buffer.from('GIF89a', 'latin1'), size, Buffer.from([0, 0, 0, 0x3b])])
}

export function makeJpeg(width = 64, height = width): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0x4a, 0x46])
  return Buffer.concat([start, frame, Buffer.from([0xff, 0xd9])])
}

/** A WebP in the extended format. */
export function makeWebp(width = 48, height = width): Buffer {
  const chunk = Buffer.alloc(18)
  chunk.write('VP8X', 'latin1')
  chunk.writeUInt32LE(10, 4)
  chunk.writeUIntLE(width - 1, 12, 3)
  chunk.writeUIntLE(height - 1, 15, 3)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(chunk.length + 4, 4)
  return Buffer.concat([head, chunk])
}

/** An ICO with one image: a PNG, or the header of a bitmap. */
export function makeIco(image: Buffer = makePng()): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}

export function makeBitmap(width = 16): Buffer {
  const bitmap = Buffer.alloc(40)
  bitmap.writeUInt32LE(40, 0)
  bitmap.writeInt32LE(width, 4)
  bitmap.writeInt32LE(2 * width, 8)
  return bitmap
}

export function makeAvif(width = 96, height = width): Buffer {
  const box = (name: string, ...parts: Buffer[]) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), ...parts])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length + 4)
    return Buffer.concat([length, body])
  }
  const size = Buffer.alloc(12)
  size.writeUInt32BE(width, 4)
  size.writeUInt32BE(height, 8)
  const brand = Buffer.from('avif\0\0\0\0avifmif1', 'latin1')
  return Buffer.concat([box('ftyp', brand), box('meta', Buffer.alloc(4), box('ispe', size))])
}
