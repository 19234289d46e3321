import { addSuggestions } from './suggestions.ts'

// What pages do more comfortably with script; each works without.

addSuggestions(document)
addCompareChoice(document)
leanAddress(document)

const LEAST = 2
const MOST = 5

/** Tells how many organizations are chosen to compare, and refuses too few and too many. */
export function addCompareChoice(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form#compare')
  const told = form?.querySelector('[data-compare-count]')
  if (!form || !told) return
  const boxes = [...page.querySelectorAll<HTMLInputElement>('input[name="EINs"][form="compare"]')]
  const chosen = () => boxes.filter(({ checked }) => checked)
  const tell = (): void => {
    const count = chosen().length
    for (const box of boxes) box.disabled = count >= MOST && !box.checked
    told.textContent =
      count === 0
        ? 'Choose two to five of this page.'
        : `${count} chosen${count < LEAST ? ', one more' : ''}.`
  }
  for (const box of boxes) box.addEventListener('change', tell)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const eins = chosen().map(({ value }) => value)
    if (eins.length < LEAST) told.textContent = 'Choose at least two to compare.'
    else location.assign(`${form.action}?EINs=${eins.join(',')}`)
  })
  // Choices that the browser kept when somebody came back.
  tell()
}

/** Leaves fields that are empty out of the address of a search, which people share. */
export function leanAddress(page: Document): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form.search-form')) {
    form.addEventListener('formdata', ({ formData }) => {
      for (const name of new Set(formData.keys())) {
        if (formData.getAll(name).every((value) => value === '')) formData.delete(name)
      }
    })
  }
}
