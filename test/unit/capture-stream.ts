import { Writable } from 'node:stream'

/** A stream, and the text that was written to it. */
export function captureStream() {
  let text = ''
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    text += String(chunk)
    done()
  }
  const stream = new Writable({ write }) as unknown as NodeJS.WriteStream
  return { stream, text: () => text }
}
