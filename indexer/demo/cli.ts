import { Command, InvalidArgumentError } from 'commander'
import { runCommand } from '#src/cli/run-command.ts'
import { type DemoSummary, generateDemo } from './generate.ts'

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('give a whole number')
  return Number(text)
}

function describeDemo(demo: DemoSummary): string {
  const count = (number: number) => number.toLocaleString('en-US')
  const forms = Object.entries(demo.filings).map(([form, number]) => `${count(number)} of ${form}`)
  return [
    `Made ${count(demo.organizations)} organizations in ${count(demo.files.length)} files:`,
    `  returns: ${forms.join(', ')} (${count(Math.round(demo.bytesOfXml / 1e6))} MB of XML)`,
    `  postcards ${count(demo.postcards)}, registry rows ${count(demo.registryRows)}, ` +
      `Publication 78 ${count(demo.publication78)}, revocations ${count(demo.revocations)}`,
  ].join('\n')
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
      const demo = await generateDemo({ folder, ...options })
      console.log(describeDemo(demo))
    })
  })

await program.parseAsync()
