import { findChromium, launch } from './chromium.ts'

// Writes the README's screenshot of a demo page, from the service at SERVICE_ADDRESS.
const browser = await launch(await findChromium(process.env))
const page = await browser.newPage({ viewport: { width: 1280, height: 848 } })
await page.goto(`${process.env.SERVICE_ADDRESS ?? 'http://127.0.0.1:8080'}/charity/070000101`)
await page.screenshot({ path: 'docs/images/profile.png' })
await browser.close()
console.log('Wrote docs/images/profile.png.')
