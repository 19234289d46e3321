import { describe, expect, test } from 'vitest'
import { openSemaphore } from '#src/semaphore.ts'

const patient = new AbortController().signal

describe('places', () => {
  test('are given to so many at once, then in the order of arrival', async () => {
    const places = openSemaphore(2)
    const first = await places.take(patient)
    await places.take(patient)
    const entered: string[] = []
    for (const name of ['a', 'b', 'c']) void places.take(patient).then(() => entered.push(name))
    await Promise.resolve()
    expect([entered, places.waiting()]).toEqual([[], 3])
    first()
    await new Promise(setImmediate)
    expect([entered, places.waiting()]).toEqual([['a'], 2])
  })

  test('are given back once, however often that is said', async () => {
    const places = openSemaphore(1)
    const leave = await places.take(patient)
    const waiting = [places.take(patient), places.take(patient)]
    leave()
    leave()
    await waiting[0]
    expect(places.waiting()).toBe(1)
  })

  test('are free again after all have left', async () => {
    const places = openSemaphore(1)
    for (let n = 0; n < 3; n += 1) (await places.take(patient))()
    const leave = await places.take(patient)
    void places.take(patient)
    expect(places.waiting()).toBe(1)
    leave()
  })

  test('are not kept for who has left the line, nor given to who has gone already', async () => {
    const places = openSemaphore(1)
    const leave = await places.take(patient)
    const impatient = new AbortController()
    const gone = places.take(impatient.signal)
    const next = places.take(patient)
    impatient.abort(new Error('gone'))
    await expect(gone).rejects.toThrow('gone')
    await expect(places.take(impatient.signal)).rejects.toThrow('gone')
    expect(places.waiting()).toBe(1)
    leave()
    await next
  })
})
