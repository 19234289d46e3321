import type { Command, Help } from 'commander'

/** Shows a command in its help as people type it: npm takes options before `--` for its own. */
export const asTyped: Partial<Help> = {
  commandUsage: (command) => {
    const [script, ...rest] = namesOf(command)
    return ['npm run', script, '--', ...rest, command.usage()].join(' ')
  },
}

// The indexer's own name is no script; its commands are.
const namesOf = (command: Command): string[] => [
  ...(command.parent ? namesOf(command.parent) : []),
  ...(command.name() === 'indexer' ? [] : [command.name()]),
]
