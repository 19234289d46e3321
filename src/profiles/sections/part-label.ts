/**
 * A part of a return for people: "Schedule I" for IRS990ScheduleI, "Form 8949" for IRS8949,
 * "Explanation attachment" for an attachment's name.
 */
export function partLabel(block: string): string {
  const schedule = /^IRS990(T|EZ|PF)?Schedule([A-Z]\d?)$/.exec(block)
  if (schedule) {
    const [, form, letter] = schedule
    return form ? `Form 990-${form}, Schedule ${letter}` : `Schedule ${letter}`
  }
  const form = /^IRS(\w+)$/.exec(block)?.[1]
  if (form) return `Form ${form.replace(/Schedule/, ', Schedule ')}`
  const words = block.split(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])/)
  return words
    .map((word, place) => (place === 0 || /^[A-Z]{2}/.test(word) ? word : word.toLowerCase()))
    .join(' ')
}
