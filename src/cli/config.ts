import { Command } from 'commander'
import { describeConfig } from '../platform/config.ts'
import { asTyped, runProgram } from './run-command.ts'

const program = new Command('config')
  .description('Shows the current settings, without secrets. See docs/running/settings.md.')
  .configureHelp(asTyped)
  .action(() => {
    for (const { variable, isGiven, value } of describeConfig()) {
      // The value is last and never wrapped, because people copy paths and addresses.
      const source = isGiven ? 'environment' : 'default'
      console.log(`${variable.padEnd(22)} ${source.padEnd(11)} ${value}`)
    }
  })

await runProgram(program)
