import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, transform } from 'esbuild'
import type { FastifyInstance } from 'fastify'

/** Paths of the assets of every page, which change with their content. */
export type Assets = { stylesheet: string; script: string }

type Asset = { path: string; type: string; caching: string; body: Buffer }

// A changed asset has another path, so a copy is never stale.
const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/** Serves the one stylesheet and the one script of the pages, built once. */
export async function addAssets(app: FastifyInstance): Promise<Assets> {
  const [stylesheet, script, icon] = await Promise.all([buildStyles(), buildScript(), readIcon()])
  // Browsers request this path for pages without an icon, such as /docs.
  const usual = { ...icon, path: '/favicon.ico' }
  for (const { path, type, caching, body } of [stylesheet, script, icon, usual]) {
    app.get(path, { schema: { hide: true } }, async (_, reply) =>
      reply.header('Cache-Control', caching).type(type).send(body),
    )
  }
  return { stylesheet: stylesheet.path, script: script.path }
}

/** Joins the files in styles/ in file-name order; later rules may override earlier ones. */
async function buildStyles(): Promise<Asset> {
  const folder = join(import.meta.dirname, 'styles')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.css')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const options = { loader: 'css', minify: true, legalComments: 'none' } as const
  const { code } = await transform(texts.join('\n'), options)
  return toAsset('css', 'text/css; charset=utf-8', code)
}

async function buildScript(): Promise<Asset> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'browser/main.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  })
  return toAsset('js', 'text/javascript; charset=utf-8', outputFiles[0]?.text ?? '')
}

const readIcon = async (): Promise<Asset> => ({
  path: '/favicon.svg',
  type: 'image/svg+xml',
  caching: A_DAY,
  body: await readFile(join(import.meta.dirname, 'styles/favicon.svg')),
})

function toAsset(extension: string, type: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const path = `/assets/pages-${hash}.${extension}`
  return { path, type, caching: FOR_EVER, body: Buffer.from(text) }
}
