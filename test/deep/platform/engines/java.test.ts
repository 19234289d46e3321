import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { findJava } from '#src/platform/engines/java.ts'
import { folderHere } from '#test/world/here.ts'

let folder: string
const homeOf = (name: string) => join(folder, name)

function makeJava(name: string, version: string): void {
  const home = homeOf(name)
  mkdirSync(join(home, 'bin'), { recursive: true })
  writeFileSync(join(home, 'bin/java'), '')
  writeFileSync(join(home, 'release'), `IMPLEMENTOR="Test"\nJAVA_VERSION="${version}"\n`)
}

beforeEach(() => {
  folder = folderHere()
  makeJava('jdk8', '1.8.0_402')
  makeJava('jdk17', '17.0.15')
  makeJava('jdk21', '21')
  makeJava('jdk25', '25.0.3')
  mkdirSync(join(folder, 'bin'))
  symlinkSync(homeOf('jdk21/bin/java'), join(folder, 'bin/java'))
})

const find = (env: Record<string, string | undefined>, usual: (string | undefined)[] = []) =>
  findJava(readConfig(env), () => usual.filter((home) => home !== undefined))

test('OPENSEARCH_JAVA_HOME has priority', () => {
  const env = { OPENSEARCH_JAVA_HOME: homeOf('jdk25'), JAVA_HOME: homeOf('jdk21') }
  expect(find(env)).toEqual({ home: homeOf('jdk25'), version: 25 })
})

test('an OPENSEARCH_JAVA_HOME that is too old or invalid is rejected, not skipped', () => {
  expect(() => find({ OPENSEARCH_JAVA_HOME: homeOf('jdk17'), JAVA_HOME: homeOf('jdk25') })).toThrow(
    /points to .*jdk17, which is Java 17\. Install JDK 21 or newer/,
  )
  expect(() => find({ OPENSEARCH_JAVA_HOME: folder })).toThrow(/which contains no Java/)
})

test('a JAVA_HOME that is too old is skipped', () => {
  expect(find({ JAVA_HOME: homeOf('jdk17') }, [homeOf('jdk25')]).version).toBe(25)
})

test('a link on the PATH is followed to its home', () => {
  const PATH = ['/nowhere', join(folder, 'bin')].join(delimiter)
  expect(find({ PATH })).toEqual({ home: homeOf('jdk21'), version: 21 })
})

test('if all are too old, the error names the newest; without any, it says what to install', () => {
  expect(() => find({}, [homeOf('jdk8'), homeOf('jdk17')])).toThrow(/the newest found is Java 17/)
  expect(() => find({}, ['/nowhere'])).toThrow(/none was found.* Install JDK 21 or newer/)
})
