import { fileTypeFromBuffer } from 'file-type'
import { ICON_TYPES, type IconType } from '#src/domain/enrichment.ts'

export type ReadIcon = { mediaType: IconType; width: number; height: number }

// A favicon with all its sizes has about 100 KB; a larger file is a photograph under a wrong name.
export const MAX_ICON_BYTES = 256 * 1024
// Four times what stores ask for. A file of a few KB may claim 60,000 × 60,000, which costs its
// viewer gigabytes.
const MAX_PIXELS = 2_048

/**
 * Detects the type of an icon from its bytes alone: raster images of six types, at most 2,048 px.
 * Returns undefined for SVG, HTML, and everything else, whatever the Content-Type.
 */
export async function readIcon(content: Buffer): Promise<ReadIcon | undefined> {
  const mediaType = await detect(content)
  const pixels = mediaType && readPixels(mediaType, content)
  if (!mediaType || !pixels || Math.max(...pixels) > MAX_PIXELS) return undefined
  return { mediaType, width: pixels[0], height: pixels[1] }
}

async function detect(content: Buffer): Promise<IconType | undefined> {
  const found = await fileTypeFromBuffer(content).catch(() => undefined)
  // An animated PNG is a PNG; older browsers show its first picture.
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  return ICON_TYPES.find((type) => type === mime)
}

/** Width and height in pixels. */
type Pixels = [number, number]

type Reader = (content: Buffer) => Pixels | undefined

/**
 * Returns the size in an image's header, without unpacking the image; for an ICO, that of its
 * largest image. Undefined when the header is truncated or says 0.
 */
function readPixels(type: IconType, content: Buffer): Pixels | undefined {
  try {
    const pixels = READERS[type](content)
    return pixels && Math.min(...pixels) > 0 ? pixels : undefined
  } catch (error) {
    // Reads past the end of a truncated file.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const readPng: Reader = (png) =>
  png.toString('latin1', 12, 16) === 'IHDR'
    ? [png.readUInt32BE(16), png.readUInt32BE(20)]
    : undefined

const readGif: Reader = (gif) => [gif.readUInt16LE(6), gif.readUInt16LE(8)]

// Segments follow each other by their lengths; the size is in the start of frame, SOF0 to SOF15,
// except C4, C8, and CC, which mean something else.
const readJpeg: Reader = (jpeg) => {
  let at = 2
  while (jpeg.readUInt8(at) === 0xff) {
    const marker = jpeg.readUInt8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)]
    }
    // 0xFF may be repeated before a marker.
    at += marker === 0xff ? 1 : 2 + jpeg.readUInt16BE(at + 2)
  }
  return undefined
}

const readWebp: Reader = (webp) => {
  const kind = webp.toString('latin1', 12, 16)
  if (kind === 'VP8X') return [webp.readUIntLE(24, 3) + 1, webp.readUIntLE(27, 3) + 1]
  if (kind === 'VP8 ') return [webp.readUInt16LE(26) & 0x3fff, webp.readUInt16LE(28) & 0x3fff]
  if (kind !== 'VP8L') return undefined
  const bits = webp.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}

// An image in an ICO states its own size; the directory has only one byte for it.
const readIco: Reader = (ico) => {
  const count = ico.readUInt16LE(4)
  let largest: Pixels | undefined
  for (let index = 0; index < count; index += 1) {
    const at = ico.readUInt32LE(6 + 16 * index + 12)
    const isPng = ico.readUInt32BE(at) === 0x89504e47
    // A bitmap in an ICO is twice as high as displayed, because its mask is below it.
    const pixels: Pixels | undefined = isPng
      ? readPng(ico.subarray(at))
      : [Math.abs(ico.readInt32LE(at + 4)), Math.abs(ico.readInt32LE(at + 8)) / 2]
    if (pixels === undefined) return undefined
    if (largest === undefined || Math.max(...pixels) > Math.max(...largest)) largest = pixels
  }
  return largest
}

// The size is in the property "ispe", deep in nested boxes. There may be one for each tile; the
// largest is that of the whole image.
const readAvif: Reader = (avif) => {
  let largest: Pixels | undefined
  for (let at = avif.indexOf('ispe'); at >= 0; at = avif.indexOf('ispe', at + 4)) {
    const [width, height] = largest ?? [0, 0]
    largest = [
      Math.max(width, avif.readUInt32BE(at + 8)),
      Math.max(height, avif.readUInt32BE(at + 12)),
    ]
  }
  return largest
}

const READERS: Record<IconType, Reader> = {
  'image/avif': readAvif,
  'image/gif': readGif,
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
  'image/x-icon': readIco,
}
