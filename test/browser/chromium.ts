import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

// The browser must not send any request of its own to another host.
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const UNPACKED = resolve('node_modules/.cache/nonprofit-browser')

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, else the packaged one (Linux on x64), which it
 * unpacks once, else the first on the PATH. Throws an error that says how to install one.
 */
export async function findChromium(env: NodeJS.ProcessEnv): Promise<string> {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  if (process.platform === 'linux' && process.arch === 'x64') return await unpackChromium()
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const paths = (env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const found = paths.find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    'Chromium was not found. Install it (for example, apt-get install chromium), set CHROMIUM_PATH to its path, or set SKIP_BROWSER=1.',
  )
}

/** Unpacks the packaged browser with its fonts, about 200 MB, and returns its path. */
async function unpackChromium(): Promise<string> {
  const path = join(UNPACKED, 'chromium')
  if (existsSync(path)) return path
  const { default: packaged } = await import('@sparticuz/chromium')
  await mkdir(dirname(UNPACKED), { recursive: true })
  const part = await mkdtemp(`${UNPACKED}-`)
  // The package unpacks into the temporary folder, under a name that any program may use.
  const { TMPDIR } = process.env
  process.env.TMPDIR = part
  try {
    await packaged.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  await writeFile(join(part, 'fonts.conf'), FONTS)
  await rename(part, UNPACKED)
  return path
}

/** The packaged browser shows the same letters on machines without fonts. */
const FONTS = `<?xml version="1.0"?>
<fontconfig><dir>${UNPACKED}/fonts/fonts</dir><cachedir>${UNPACKED}/fonts-cache</cachedir></fontconfig>
`

export function launch(executablePath: string): Promise<Browser> {
  const fonts = join(dirname(executablePath), 'fonts.conf')
  const env = { ...process.env, ...(existsSync(fonts) && { FONTCONFIG_FILE: fonts }) }
  return chromium.launch({ executablePath, args: ARGUMENTS, env: env as Record<string, string> })
}
