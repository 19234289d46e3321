import { textAt } from './text.ts'
import type { OperationTool } from './tool.ts'

export const usage: OperationTool = {
  name: 'usage',
  description:
    'What your key has used of its daily allowances, and when they reset; costs nothing.',
  operation: {
    title: 'Allowance left today',
    path: '/api/v2/usage',
    arguments: {},
    toText: (response) => [
      `Tier ${textAt(response, 'Tier')}, ${textAt(response, 'Day')} (UTC):`,
      ...['Data', 'Advanced'].map(
        (name) =>
          `- ${name}: ${textAt(response, name, 'Used')} used of ${textAt(response, name, 'Limit')}, ${textAt(response, name, 'Remaining')} left`,
      ),
      `Both reset at ${textAt(response, 'ResetAt')}.`,
    ],
  },
}
