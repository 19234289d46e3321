import { describeConfig, readConfig } from '../config.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  for (const [variable, value] of describeConfig(readConfig())) {
    console.log(`${variable.padEnd(20)} ${value}`)
  }
})
