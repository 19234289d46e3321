import { AGENTS_GUIDE, type GuideExample } from './agents-guide.ts'

/** The guide as Markdown, for those who read no pages. */
export const guideAsMarkdown = (): string =>
  [
    '# Guide for agents',
    'Answers are real ones of the demo, whose organizations are fictional, and shortened: fields and rows are left out.',
    ...AGENTS_GUIDE.flatMap(({ title, paragraphs, examples }) => [
      `## ${title}`,
      ...paragraphs,
      ...examples.flatMap(exampleAsMarkdown),
    ]),
  ].join('\n\n')

function exampleAsMarkdown({ says, tool, request, needsKey, response }: GuideExample): string[] {
  const key = needsKey ? '\nX-Service-API-Key: nrk_…' : ''
  return [
    says,
    `MCP: \`${tool.name}\` with \`${JSON.stringify(tool.arguments)}\``,
    `\`\`\`http\nGET ${request}${key}\n\`\`\``,
    `\`\`\`json\n${JSON.stringify(response, null, 2)}\n\`\`\``,
  ]
}
