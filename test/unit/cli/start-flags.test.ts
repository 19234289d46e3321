import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the container starts the service with the flags of npm start', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, command] = /^CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  expect(['exec', ...JSON.parse(command ?? '[]')].join(' ')).toBe(scripts.start)
})
