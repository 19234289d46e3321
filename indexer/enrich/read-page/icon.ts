import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import { ICON_TYPES, type IconType } from '#src/domain/enrichment.ts'

// A favicon with all its sizes has about 100 KB; a larger file is a photograph under a wrong name.
export const MAX_ICON_BYTES = 256 * 1024

// Four times what stores ask for. A file of a few KB may claim 60,000 × 60,000, which costs its
// viewer gigabytes.
const MAX_PIXELS = 2_048

/**
 * Detects the type of an icon from its bytes alone: raster images of six types, at most 2,048 px.
 * Returns undefined for SVG, HTML, and everything else, whatever the Content-Type.
 */
export async function detectIconType(content: Buffer): Promise<IconType | undefined> {
  const found = await fileTypeFromBuffer(content).catch(() => undefined)
  // An animated PNG is a PNG; older browsers show its first picture.
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  return isSmall(content) ? ICON_TYPES.find((type) => type === mime) : undefined
}

const PNG = Buffer.from('\x89PNG', 'latin1')

function isSmall(content: Buffer): boolean {
  try {
    const images = [content]
    // An ICO's directory has one byte for a size; a PNG in it states its own.
    for (let at = content.indexOf(PNG, 1); at > 0; at = content.indexOf(PNG, at + 1))
      images.push(content.subarray(at))
    return images
      .map((image) => imageSize(image))
      .every(
        ({ width, height }) => Math.min(width, height) > 0 && Math.max(width, height) <= MAX_PIXELS,
      )
  } catch {
    // Truncated, or of no known type.
    return false
  }
}
