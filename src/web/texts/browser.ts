/** Texts that the browser scripts show. */
export const browserTexts = {
  choose: 'Select two to five organizations to compare, or up to 25 for a report.',
  chosen: ({ count, least, most }: { count: number; least: number; most: number }) =>
    `${count} selected.${count < least ? ' Select one more to compare.' : ''}${count > most ? ` Compare at most ${most}.` : ''}`,
  tooFew: 'Select at least two organizations to compare.',
  copy: 'Copy',
  copyWhat: ({ what }: { what: string }) => `Copy: ${what}`,
  copied: 'Copied.',
  selected: 'Selected. Press Ctrl+C or ⌘C to copy.',
  suggestions: 'Suggested organizations',
  noSuggestions: 'No suggestions.',
  suggested: ({ count }: { count: number }) =>
    `${count} ${count === 1 ? 'suggestion' : 'suggestions'}. Use the arrow keys to choose.`,
  otherName: 'also ',
} as const
