import type { Command, Help } from 'commander'

/** Shows a command in its help as people type it; npm needs `--` before options. */
export const asTyped: Partial<Help> = {
  commandUsage: (command) => {
    const [script, ...rest] = namesOf(command)
    if (script === undefined) return 'npm run <command> -- [options]'
    return ['npm run', script, '--', ...rest, command.usage()].join(' ')
  },
}

// `indexer` itself is not a script, but its commands are.
const namesOf = (command: Command): string[] => [
  ...(command.parent ? namesOf(command.parent) : []),
  ...(command.name() === 'indexer' ? [] : [command.name()]),
]
