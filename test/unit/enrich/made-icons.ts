import { crc32 } from 'node:zlib'

/** Images of one color or none, because only their headers are read: bytes, then their size. */
const made = (hex: string, writeSize: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  writeSize(bytes)
  return bytes
}

/** A PNG that claims this size; its pixels are those of a square of one. */
export const makePng = (width = 32, height = width): Buffer =>
  made(
    '89504e470d0a1a0a 0000000d49484452 00000000 00000000 0800000000 00000000 ' +
      '0000000a49444154 789c6338010000ca00c9 99ca5d7e 0000000049454e44 ae426082',
    (png) => {
      png.writeUInt32BE(width, 16)
      png.writeUInt32BE(height, 20)
      png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    },
  )

export const makeGif = (width = 16, height = width): Buffer =>
  made('474946383961 0000 0000 0000003b', (gif) => {
    gif.writeUInt16LE(width, 6)
    gif.writeUInt16LE(height, 8)
  })

export const makeJpeg = (width = 64, height = width): Buffer =>
  made('ffd8 ffe000044a46 ffc0000b08 0000 0000 01011100 ffd9', (jpeg) => {
    jpeg.writeUInt16BE(height, 13)
    jpeg.writeUInt16BE(width, 15)
  })

/** A WebP in the extended format. */
export const makeWebp = (width = 48, height = width): Buffer =>
  made('52494646 16000000 57454250 56503858 0a000000 00000000 000000 000000', (webp) => {
    webp.writeUIntLE(width - 1, 24, 3)
    webp.writeUIntLE(height - 1, 27, 3)
  })

/** An ICO with one image: a PNG, or the header of a bitmap. */
export const makeIco = (image: Buffer = makePng()): Buffer => {
  const head = made('000001000100 0000000000000000 00000000 16000000', (ico) => {
    ico.writeUInt32LE(image.length, 14)
  })
  return Buffer.concat([head, image])
}

export const makeBitmap = (width = 16): Buffer =>
  made(`28000000 ${'00'.repeat(36)}`, (bitmap) => {
    bitmap.writeInt32LE(width, 4)
    bitmap.writeInt32LE(2 * width, 8)
  })

export const makeAvif = (width = 96, height = width): Buffer =>
  made(
    '00000018 66747970 61766966 00000000 61766966 6d696631 00000030 6d657461 00000000 ' +
      '00000024 69707270 0000001c 6970636f 00000014 69737065 00000000 00000000 00000000',
    (avif) => {
      avif.writeUInt32BE(width, 64)
      avif.writeUInt32BE(height, 68)
    },
  )
