import { fileTypeFromBuffer } from 'file-type'
import { ICON_TYPES, type IconType } from '#src/domain/enrichment.ts'
import { readPixels } from './icon-pixels.ts'

export type ReadIcon =
  | { mediaType: IconType; width: number; height: number }
  | { kind: 'NotIcon' | 'IconTooLarge'; reason: string }

// A favicon with all its sizes has about 100 KB; a larger file is a photograph under a wrong name.
export const MAX_ICON_BYTES = 256 * 1024
// Four times what stores ask for. A file of a few KB may claim 60,000 × 60,000, which costs its
// viewer gigabytes.
const MAX_PIXELS = 2_048

/**
 * Detects the type of an icon from its bytes alone: raster images of six types, at most 256 KiB and
 * 2,048 px. Rejects SVG, HTML, and everything else, whatever the Content-Type.
 */
export async function readIcon(content: Buffer): Promise<ReadIcon> {
  if (content.length > MAX_ICON_BYTES) {
    return { kind: 'IconTooLarge', reason: `The icon is larger than ${MAX_ICON_BYTES} bytes.` }
  }
  const mediaType = await detect(content)
  if (mediaType === undefined) {
    return {
      kind: 'NotIcon',
      reason: 'The icon is not an AVIF, GIF, ICO, JPEG, PNG, or WebP image.',
    }
  }
  const pixels = readPixels(mediaType, content)
  if (pixels === undefined) {
    return { kind: 'NotIcon', reason: `The icon is a broken ${mediaType} image.` }
  }
  if (Math.max(...pixels) > MAX_PIXELS) {
    const reason = `The icon is ${pixels.join(' × ')} pixels; expected at most ${MAX_PIXELS} on each side.`
    return { kind: 'IconTooLarge', reason }
  }
  return { mediaType, width: pixels[0], height: pixels[1] }
}

async function detect(content: Buffer): Promise<IconType | undefined> {
  const found = await fileTypeFromBuffer(content).catch(() => undefined)
  // An animated PNG is a PNG; older browsers show its first picture.
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  return ICON_TYPES.find((type) => type === mime)
}
