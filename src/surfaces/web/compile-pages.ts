import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

const compiled = new Map<string, string>()

/**
 * Compiles modules with JSX, which Node does not strip as it strips types; importing them before
 * is a syntax error. `modules` are their file URLs. Throws what esbuild throws for broken source.
 */
export async function compilePages(modules: readonly string[]): Promise<void> {
  const missing = modules.filter((url) => !compiled.has(url))
  const sources = await Promise.all(missing.map(compile))
  if (compiled.size === 0) {
    registerHooks({
      load: (url, context, next) => {
        const source = compiled.get(url)
        if (source === undefined) return next(url, context)
        return { format: 'module', source, shortCircuit: true }
      },
    })
  }
  for (const [at, url] of missing.entries()) compiled.set(url, sources[at] ?? '')
}

async function compile(url: string): Promise<string> {
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    loader: 'tsx',
    format: 'esm',
    target: 'node24',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcefile: url,
    // A stack then names the lines people wrote.
    sourcemap: 'inline',
  })
  return code
}
