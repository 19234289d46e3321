import { Writable } from 'node:stream'

/** A stream, also of a terminal, and the text that was written to it. */
export function captureStream(terminal: object = {}) {
  let text = ''
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    text += String(chunk)
    done()
  }
  const stream = Object.assign(new Writable({ write }), terminal) as unknown as NodeJS.WriteStream
  return { stream, text: () => text }
}
