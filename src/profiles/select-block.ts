import type { FilingContents } from '../domain/filing-contents.ts'
import { FORMS, type Form } from '../domain/form.ts'
import { ApiError } from '../errors.ts'
import { findBlock } from './block-names.ts'
import type { FilingSummary } from './organization.ts'

export type BlockRequest = {
  block: string
  form?: Form | undefined
  year?: number | undefined
  ordinal: number
  /** Of long repeats, from 1, in hundreds. */
  page: number
}

/** A filing and what it holds. */
export type Held = { filing: FilingSummary; contents: FilingContents }

/**
 * The block a client means, of the first of the filings that has it, its form and year given.
 * Throws ApiError FilingNotFound and SectionNotFound, whose messages list what there is.
 */
export function selectBlock(
  held: Held[],
  { block, form, year }: BlockRequest,
): Held & { block: string } {
  const asked = held.filter(
    ({ filing }) =>
      (form === undefined || filing.form === form) &&
      (year === undefined || filing.taxYear === year),
  )
  if (asked.length === 0) throw new ApiError('FilingNotFound', { message: listFilings(held) })
  const all = [...new Set(asked.flatMap(({ contents }) => namesOf(contents)))]
  const name = findBlock(block, all)
  const found = asked.find(({ contents }) => name !== undefined && namesOf(contents).includes(name))
  if (found && name !== undefined) return { ...found, block: name }
  throw new ApiError('SectionNotFound', {
    message: `No such block is filed; there are ${all.join(', ')}.`,
  })
}

const namesOf = ({ blocks }: FilingContents): string[] => blocks.map(({ block }) => block)

function listFilings(held: Held[]): string {
  const forms = FORMS.flatMap((form) => {
    const years = held.filter(({ filing }) => filing.form === form).map((one) => one.filing.taxYear)
    const list = [...new Set(years)].sort((a, b) => a - b).join(', ')
    return list === '' ? [] : [`Form ${form} of ${list}`]
  })
  return `No such filing is known; there are ${forms.join('; ')}.`
}
