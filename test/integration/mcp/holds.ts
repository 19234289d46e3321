/**
 * Places where an answer does not hold what is shown of it. What is shown is shortened: it may
 * leave out fields, rows at the end of a list, and the end of a text where … stands for it.
 */
export function holds(answer: unknown, shown: unknown, place = '$'): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(answer)) return [`${place} is no list`]
    return shown.flatMap((one, at) => holds(answer[at], one, `${place}[${at}]`))
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof answer !== 'object' || answer === null) return [`${place} is no object`]
    return Object.entries(shown).flatMap(([name, one]) =>
      holds((answer as Record<string, unknown>)[name], one, `${place}.${name}`),
    )
  }
  if (typeof answer === 'string' && typeof shown === 'string' && shown.endsWith('…')) {
    return answer.startsWith(shown.slice(0, -1)) ? [] : [`${place} is ${JSON.stringify(answer)}`]
  }
  return answer === shown ? [] : [`${place} is ${JSON.stringify(answer)}`]
}
