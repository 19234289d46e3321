import { Command, InvalidArgumentError } from 'commander'
import { runCommand } from '#src/cli/run-command.ts'
import { asTyped } from '#src/cli/usage.ts'
import { formatCount } from '#src/domain/money.ts'
import { type DemoSummary, generateDemo } from './generate.ts'

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

function describeDemo(demo: DemoSummary): string {
  const forms = Object.entries(demo.filings).map(
    ([form, number]) => `${formatCount(number)} Form ${form}`,
  )
  return [
    `Wrote ${formatCount(demo.organizations)} organizations in ${formatCount(demo.files.length)} files:`,
    `  returns: ${forms.join(', ')} (${formatCount(Math.round(demo.bytesOfXml / 1e6))} MB of XML)`,
    `  postcards ${formatCount(demo.postcards)}, registry rows ${formatCount(demo.registryRows)}, ` +
      `Publication 78 ${formatCount(demo.publication78)}, revocations ${formatCount(demo.revocations)}`,
  ].join('\n')
}

const program = new Command('demo')
  .description('Writes demo data: fictional returns, registry files, and lists in IRS formats.')
  .configureHelp(asTyped)
  .argument('<folder>', 'destination folder')
  .option('--seed <number>', 'random seed', wholeNumber)
  .option('--organizations <number>', 'number of organizations', wholeNumber)
  .action(async (folder: string, options: { seed?: number; organizations?: number }) => {
    await runCommand(async () => {
      const demo = await generateDemo({ folder, ...options })
      console.log(describeDemo(demo))
    })
  })

await program.parseAsync()
