import { expect, test } from 'vitest'
import { opened } from '#test/integration/opened.ts'
import { callTool, openMcp } from './mcp-world.ts'

const world = opened(() => openMcp('research'))

// Find food banks, compare three on figures, ratios, rating, and pay, list their funders with evidence,
// and open the evidence of one figure. Earlier, this took 13 calls and 80,000 tokens.
test('a research task takes at most five calls and 4,000 tokens of text', async () => {
  const client = await world.connect({ 'X-Service-API-Key': await world.createKey() })
  const texts: string[] = []
  const call = async (name: string, given: Record<string, unknown>) => {
    const { text, structuredContent, isError } = await callTool(client, name, given)
    expect(isError, text).toBeUndefined()
    texts.push(text)
    return { text, body: structuredContent as Record<string, never> }
  }
  const einsIn = ({ body }: { body: { Data?: { Results: { EIN: string }[] } } }) =>
    body.Data?.Results.map(({ EIN }) => EIN) ?? []
  const [ohio, more] = [
    einsIn(await call('search', { Query: 'food banks in Ohio' })),
    einsIn(await call('search', { Query: 'food banks over $5M', Limit: 3 })),
  ]
  const EINs = [...new Set([...ohio, ...more])]
  expect(EINs).toHaveLength(3)
  const Figures = [
    ...['Revenue', 'Expenses', 'Assets', 'ProgramRatio', 'OverheadRatio', 'ReserveMonths'],
    ...['OfficerCompensation', 'HighestPaidCompensation'],
  ]
  const compared = await call('compare', { EINs, Figures })
  expect(compared.text).toMatch(/rating 85 of 100[\s\S]*Overhead ratio: 15\.1%[\s\S]*officers/i)
  const funders = await call('money', { EINs })
  expect(funders.text).toMatch(/to MAUMEE VALLEY FOOD BANK: .*newest \$[\d,]+ \[990:/)
  const Ref = /Total revenue: \$11,566,165 \[(.*)\]$/m.exec(compared.text)?.[1]
  const { text } = await call('evidence', { Ref })
  expect(text).toContain('Cite as: Form 990 (tax year 2023), Part I, line 12')
  const characters = texts.reduce((sum, one) => sum + one.length, 0)
  console.log(
    `${texts.length} calls, ${characters} characters, ${Math.ceil(characters / 4)} tokens`,
  )
  expect(texts.length).toBeLessThanOrEqual(5)
  expect(characters / 4).toBeLessThan(4_000)
})
