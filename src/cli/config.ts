import { describeConfig } from '../config.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  for (const { variable, isGiven, value } of describeConfig()) {
    // The value comes last and is never wrapped: paths and addresses are copied from here.
    const source = isGiven ? 'environment' : 'default'
    console.log(`${variable.padEnd(20)} ${source.padEnd(11)} ${value}`)
  }
})
