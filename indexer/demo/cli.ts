import { Command, InvalidArgumentError } from 'commander'
import { runCommand } from '#src/cli/run-command.ts'
import { generateDemo } from './generate.ts'

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('give a whole number')
  return Number(text)
}

const program = new Command('demo')
  .description(
    'write the demo: made-up returns, registry and lists in the shapes the IRS publishes',
  )
  .argument('<folder>', 'where to write the files')
  .option('--seed <number>', 'another seed makes another demo', wholeNumber)
  .option('--organizations <number>', 'how many organizations', wholeNumber)
  .action(async (folder: string, options: { seed?: number; organizations?: number }) => {
    await runCommand(async () => {
      const { files, ...counts } = await generateDemo({ folder, ...options })
      console.log(counts)
      console.log(`${files.length} files in ${folder}`)
    })
  })

await program.parseAsync()
