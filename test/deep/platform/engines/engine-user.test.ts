import { chmodSync, mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findBarrier, launchAs } from '#src/platform/engines/engine-user.ts'
import { folderHere } from '#test/world/here.ts'

let folder: string
const { uid, gid } = userInfo()
const stranger = { uid: uid + 1, gid: gid + 1 }

beforeEach(() => {
  folder = folderHere()
  mkdirSync(join(folder, 'open/inner'), { recursive: true })
})

test('the outermost folder that a user may not enter is reported', () => {
  chmodSync(folder, 0o700)
  expect(findBarrier(join(folder, 'open/inner'), stranger)).toBe(folder)
  chmodSync(folder, 0o711)
  expect(findBarrier(join(folder, 'open/inner'), stranger)).toBeUndefined()
})

test("an owner's bits apply only to the owner", () => {
  chmodSync(folder, 0o700)
  expect(findBarrier(join(folder, 'open'), { uid, gid })).toBeUndefined()
  chmodSync(folder, 0o710)
  expect(findBarrier(join(folder, 'open'), { ...stranger, gid })).toBeUndefined()
  expect(findBarrier(join(folder, 'open'), stranger)).toBe(folder)
})

test('an ordinary caller runs the engines itself; if everybody may enter, only the user changes', () => {
  const launch = (user?: typeof stranger) => launchAs(user, [folder], 'postgres', ['-D'])
  const command = { command: 'postgres', args: ['-D'] }
  expect(launch()).toEqual(command)
  chmodSync(folder, 0o711)
  expect(launch(stranger)).toEqual({ ...command, ...stranger })
})
