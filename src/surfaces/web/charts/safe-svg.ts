/** What a drawing may consist of; none of it can load, run or style anything. */
const ELEMENTS = new Set(['svg', 'g', 'path', 'rect', 'text', 'tspan', 'circle', 'polyline'])
const ATTRIBUTES = new Set([
  ...['x', 'y', 'd', 'r', 'cx', 'cy', 'points', 'width', 'height', 'viewBox', 'transform'],
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...['stroke-linecap', 'stroke-linejoin', 'paint-order', 'opacity'],
  ...['dominant-baseline', 'text-anchor', 'font-size', 'font-weight'],
])
// The library writes `name="value"` alone, and escapes quotes and angle brackets within.
const TAG = /<(\/?)([\w:!?-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>/g
const ATTRIBUTE = /([\w:-]+)="([^"<>]*)"/g
// Rules of the pointer, and paths to clip by, of which two charts could have one id.
const LEFT_OUT = /<(style|defs)\s*>.*?<\/\1>/gs

/**
 * What is inside the drawing that the chart library wrote, fit for a page whose policy forbids
 * inline styles: fonts as attributes, no style sheet, classes, ids or references. Throws RangeError
 * for an element that no chart of ours consists of, so that a new version of the library is seen.
 */
export function toSafeSvg(drawing: string): string {
  const safe = drawing
    .replace(LEFT_OUT, '')
    .replace(TAG, (_, end: string, name: string, attributes: string, closed: string) => {
      if (!ELEMENTS.has(name)) throw new RangeError(`A chart draws <${name}>, which is not known.`)
      return name === 'svg' ? '' : `<${end}${name}${end ? '' : keepKnown(attributes)}${closed}>`
    })
  // Whatever the expression above did not take for a tag is none that was looked at.
  if (/<(?!\/?(?:g|path|rect|text|tspan|circle|polyline)[ >])/.test(safe)) {
    throw new RangeError('A chart draws what cannot be read as an element.')
  }
  return safe.replaceAll(/>\s+</g, '><').trim()
}

const keepKnown = (attributes: string): string =>
  [...attributes.matchAll(ATTRIBUTE)]
    .flatMap(([, name = '', value = '']) =>
      name === 'style' ? toAttributes(value) : [[name, value] as const],
    )
    .filter(([name, value]) => ATTRIBUTES.has(name) && !value.includes('url('))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

const toAttributes = (style: string): (readonly [string, string])[] =>
  style.split(';').flatMap((declaration) => {
    const [name, value] = declaration.split(':', 2)
    return name && value ? [[name.trim(), value.trim()] as const] : []
  })
