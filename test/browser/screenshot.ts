import { findChromium, launch } from './chromium.ts'

// Writes the README's screenshot of a demo page, from the service at SERVICE_ADDRESS.
const chromium = findChromium(process.env)
if (chromium === undefined) {
  console.error('No Chromium was found. Install it, or set CHROMIUM_PATH.')
  process.exit(1)
}
const browser = await launch(chromium)
const page = await browser.newPage({ viewport: { width: 1280, height: 848 } })
await page.goto(`${process.env.SERVICE_ADDRESS ?? 'http://127.0.0.1:8080'}/charity/070000101`)
await page.screenshot({ path: 'docs/images/profile.png' })
await browser.close()
console.log('Wrote docs/images/profile.png.')
