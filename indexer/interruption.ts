const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const SHOW_CURSOR = '\u001b[?25h'

/**
 * Until the function it returns is called, a signal to stop shows the cursor again, which a bar
 * hides, and says one sentence before it ends the process as it would have done anyway.
 */
export function sayWhenInterrupted(stream: NodeJS.WriteStream, sentence: string): () => void {
  const forget = () => {
    for (const name of SIGNALS) process.removeListener(name, onSignal)
  }
  const onSignal = (name: NodeJS.Signals) => {
    forget()
    stream.write(`${stream.isTTY ? SHOW_CURSOR : ''}\n${sentence}\n`)
    // Without a listener the signal has its own effect again, and the shell its exit code.
    process.kill(process.pid, name)
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return forget
}
