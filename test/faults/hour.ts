/**
 * Sends mixed load to a running service for some minutes, and prints each minute what it holds:
 * `node --import tsx test/faults/hour.ts ADDRESS MINUTES RATE`. Start the service with ACCESS=open
 * and TRUST_PROXY=loopback.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { READS, readExpected, sendSteadily, WRITES } from '#test/cluster/requests.ts'
import { percentile } from '../../bench/benchmark.ts'

const [address = '', minutes = '60', rate = '20'] = process.argv.slice(2)
const MEGABYTE = 2 ** 20
const HELD = {
  'resident MB': [/^process_resident_memory_bytes (\d+)/m, MEGABYTE],
  'heap MB': [/^nodejs_heap_size_used_bytes (\d+)/m, MEGABYTE],
  'external MB': [/^nodejs_external_memory_bytes (\d+)/m, MEGABYTE],
  'open files': [/^process_open_fds (\d+)/m, 1],
} as const

const expected = await readExpected(address, [...READS, ...WRITES])
console.log(['minute', ...Object.keys(HELD), 'sent', 'right', 'others', 'p99 ms'].join('\t'))
for (let minute = 1; minute <= Number(minutes); minute += 1) {
  const load = sendSteadily(address, expected, Number(rate))
  await sleep(60_000)
  const answers = await load.stop()
  const metrics = await fetch(`${address}/metrics`).then((one) => one.text(), String)
  const held = Object.values(HELD).map(([pattern, unit]) =>
    Math.round(Number(pattern.exec(metrics)?.[1]) / unit),
  )
  const right = answers.filter(({ code, isWrong }) => code === '200' && !isWrong)
  const others = answers.filter((answer) => !right.includes(answer))
  const codes = new Set(others.map(({ code, isWrong, said }) => (isWrong ? `WRONG ${said}` : code)))
  const times = answers.map(({ tookMs }) => tookMs)
  const counts = [answers.length, right.length, others.length, Math.round(percentile(times, 0.99))]
  console.log([minute, ...held, ...counts, ...codes].join('\t'))
}
