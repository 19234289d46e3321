import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { describeConfig } from '#src/platform/config.ts'

type Compose = {
  services: Record<
    string,
    { image?: string; environment?: object; volumes?: string[]; networks?: string[] }
  >
  volumes: object
  networks: object
}
const read = (file: string): Compose => parse(readFileSync(file, 'utf8'), { merge: true })
const FILES = ['docker-compose.yml', 'docker-compose.cluster.yml']
const SETTINGS = describeConfig({}).map(({ variable }) => variable)

const imagesOf = (file: string) =>
  new Set(Object.values(read(file).services).flatMap(({ image }) => image ?? []))

describe.each(FILES)('%s', (file) => {
  const { services, volumes, networks } = read(file)

  test('sets only settings that exist', () => {
    const names = Object.keys(services.service?.environment ?? {})
    expect(names).toContain('DATABASE_URL')
    expect(names.filter((name) => !SETTINGS.includes(name))).toEqual([])
  })

  test('declares exactly the volumes and networks that its services use', () => {
    const all = Object.values(services)
    const mounted = all.flatMap((one) => one.volumes?.map((volume) => volume.split(':')[0]) ?? [])
    expect(new Set(mounted)).toEqual(new Set(Object.keys(volumes)))
    const joined = all.flatMap((one) => one.networks ?? [])
    expect(new Set(joined)).toEqual(new Set(Object.keys(networks)))
  })
})

test('both files use the same images, and the cluster adds a balancer', () => {
  const [one = '', several = ''] = FILES
  expect([...imagesOf(several)].filter((image) => !imagesOf(one).has(image))).toEqual([
    'nginx:1.28',
  ])
})
