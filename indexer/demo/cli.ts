import { Command, InvalidArgumentError } from 'commander'
import { runCommand } from '#src/cli/run-command.ts'
import { formatCount } from '#src/domain/money.ts'
import { type DemoSummary, generateDemo } from './generate.ts'

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('give a whole number')
  return Number(text)
}

function describeDemo(demo: DemoSummary): string {
  const forms = Object.entries(demo.filings).map(
    ([form, number]) => `${formatCount(number)} of ${form}`,
  )
  return [
    `Made ${formatCount(demo.organizations)} organizations in ${formatCount(demo.files.length)} files:`,
    `  returns: ${forms.join(', ')} (${formatCount(Math.round(demo.bytesOfXml / 1e6))} MB of XML)`,
    `  postcards ${formatCount(demo.postcards)}, registry rows ${formatCount(demo.registryRows)}, ` +
      `Publication 78 ${formatCount(demo.publication78)}, revocations ${formatCount(demo.revocations)}`,
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
