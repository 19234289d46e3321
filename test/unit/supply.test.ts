import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeSbom, missingLicenses } from '#src/cli/sbom.ts'

const SECRETS: Record<string, RegExp> = {
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}/,
  'a key of this service': /\bnrk_(?=[A-Za-z0-9_-]{43}\b)(?!.*(.{1,7})\1\1)[A-Za-z0-9_-]{43}/,
  'an AWS key': /\bAKIA(?!IOSFODNN7EXAMPLE)[A-Z0-9]{16}\b/,
  'a token of GitHub, npm, Slack, or a model backend':
    /\b(?:gh[pousr]_[A-Za-z0-9]{36}|npm_[A-Za-z0-9]{36}|xox[abp]-[\w-]{20,}|sk-[A-Za-z0-9_-]{32,})/,
  'a secret of a webhook': /\bwhsec_(?!.*(?:MfKQ9r8G|AAAA|test))[A-Za-z0-9+/]{24,}/,
}

test('no file in git contains a secret', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
  const found = files
    .filter(
      (file) =>
        statSync(file, { throwIfNoEntry: false })?.isFile() && !/\.(zip|png|parquet)$/.test(file),
    )
    .flatMap((file) => {
      const text = readFileSync(file, 'latin1')
      return Object.entries(SECRETS).flatMap(([what, pattern]) =>
        pattern.test(text) ? [`${file}: ${what}`] : [],
      )
    })
  expect(found).toEqual([])
})

test('the SBOM lists each production package and download, with an allowed license', () => {
  const sbom = makeSbom()
  const names = sbom.components.map(({ name }) => name)
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(names).toEqual(
    expect.arrayContaining([...Object.keys(dependencies), 'opensearch', 'postgresql']),
  )
  expect(sbom.bomFormat).toBe('CycloneDX')
  expect(missingLicenses(sbom)).toEqual([])
})
