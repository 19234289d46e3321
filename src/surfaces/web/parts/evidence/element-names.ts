/** `CashGrantAmt` as "Cash Grant Amt"; an attribute by its own name. */
export const spellName = (name: string): string =>
  name
    .replace(/^@/, '')
    .replace(/\[\d+\]$/, '')
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
