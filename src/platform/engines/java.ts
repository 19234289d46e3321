import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { OperatorError } from '../errors.ts'

/** The oldest Java for OpenSearch 3. */
const OLDEST_JAVA = 21

/** A Java installation: its home folder and feature version (17, 21, 25). */
export type Java = { home: string; version: number }

const INSTALL_ONE =
  'Install JDK 21 or newer (for example, Temurin 25), or set OPENSEARCH_JAVA_HOME to one'

/**
 * Returns the Java that runs OpenSearch: OPENSEARCH_JAVA_HOME, otherwise the first of JAVA_HOME,
 * the PATH, and the usual folders that is new enough. Throws OperatorError without one.
 */
export function findJava(config: Config, usualHomes: () => string[] = findUsualHomes): Java {
  const { opensearchHome, home, path } = config.java
  if (opensearchHome !== undefined) return requireJava(opensearchHome)
  const homes = [...(home === undefined ? [] : [home]), ...homesOnPath(path), ...usualHomes()]
  const found = homes.map(readJava).filter((java) => java !== undefined)
  const fit = found.find((java) => java.version >= OLDEST_JAVA)
  if (fit !== undefined) return fit
  const [newest] = found.toSorted((a, b) => b.version - a.version)
  throw new OperatorError(
    newest === undefined
      ? `OpenSearch needs Java, but none was found. ${INSTALL_ONE}.`
      : `OpenSearch needs Java ${OLDEST_JAVA} or newer; the newest found is Java ${newest.version} (${newest.home}). ${INSTALL_ONE}.`,
  )
}

function requireJava(home: string): Java {
  const java = readJava(home)
  if (java !== undefined && java.version >= OLDEST_JAVA) return java
  const what = java === undefined ? 'which contains no Java' : `which is Java ${java.version}`
  throw new OperatorError(`OPENSEARCH_JAVA_HOME points to ${home}, ${what}. ${INSTALL_ONE}.`)
}

// A JDK's `release` file states its version.
function readJava(home: string): Java | undefined {
  const release = join(home, 'release')
  if (!existsSync(join(home, 'bin', 'java')) || !existsSync(release)) return undefined
  const version = /^JAVA_VERSION="(?:1\.)?(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1]
  return version === undefined ? undefined : { home, version: Number(version) }
}

// `java` on a PATH is often a link; its home is two levels above the file.
const homesOnPath = (path: string): string[] =>
  path
    .split(delimiter)
    .map((folder) => join(folder, 'java'))
    .filter((file) => existsSync(file))
    .map((file) => dirname(dirname(realpathSync(file))))

function findUsualHomes(): string[] {
  const user = homedir()
  const folders = [
    '/usr/lib/jvm',
    '/usr/lib64/jvm',
    '/usr/java',
    '/opt/java',
    '/opt/jdk',
    '/Library/Java/JavaVirtualMachines',
    '/opt/homebrew/opt',
    join(user, '.sdkman/candidates/java'),
    join(user, '.jdks'),
    join(user, '.asdf/installs/java'),
  ]
  return folders.flatMap((folder) => [folder, ...homesIn(folder)])
}

function homesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => [
    join(folder, name),
    // macOS keeps the home inside a bundle; Homebrew keeps that bundle in libexec.
    join(folder, name, 'Contents/Home'),
    join(folder, name, 'libexec/openjdk.jdk/Contents/Home'),
  ])
}
