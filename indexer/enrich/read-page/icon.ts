import { fileTypeFromBuffer } from 'file-type'
import { ICON_TYPES, type IconType } from '#src/domain/enrichment.ts'

// A favicon with all its sizes has about 100 KB; a larger file is a photograph under a wrong name.
export const MAX_ICON_BYTES = 256 * 1024

/**
 * Detects the type of an icon from its bytes alone: raster images of six types. Returns undefined
 * for SVG, HTML, and everything else, whatever the Content-Type.
 */
export async function detectIconType(content: Buffer): Promise<IconType | undefined> {
  const found = await fileTypeFromBuffer(content).catch(() => undefined)
  // An animated PNG is a PNG; older browsers show its first picture.
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  return ICON_TYPES.find((type) => type === mime)
}
