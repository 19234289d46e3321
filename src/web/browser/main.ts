import { addAsk } from './ask.tsx'
import { addSuggestions } from './suggestions.ts'

/** Adds a button to each block of text that people copy. Without a clipboard, it selects the text. */
function addCopyButtons(page: Document): void {
  for (const block of page.querySelectorAll<HTMLElement>('[data-copy]')) {
    const code = block.querySelector('code')
    const heading = block.querySelector('h3')
    if (!code || !heading) continue
    const button = page.createElement('button')
    button.type = 'button'
    button.className = 'plain'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', `Copy: ${block.dataset.copy ?? ''}`)
    const status = page.createElement('span')
    status.setAttribute('role', 'status')
    button.addEventListener('click', async () => {
      getSelection()?.selectAllChildren(code)
      try {
        await navigator.clipboard.writeText(code.textContent ?? '')
        status.textContent = 'Copied.'
      } catch {
        status.textContent = 'Selected. Press Ctrl+C or ⌘C to copy.'
      }
    })
    heading.after(button, ' ', status)
  }
}

// Optional features. All pages work without this script.

addSuggestions(document)
addCompareChoice(document)
addCopyButtons(document)
leanAddress(document)
addAsk(document)

const LEAST = 2
const MOST = 5
const MAX_REPORTED = 25

/** Shows how many organizations are chosen, and rejects too few or too many to compare. */
function addCompareChoice(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form#compare')
  const status = form?.querySelector('[data-compare-count]')
  if (!form || !status) return
  const boxes = [...page.querySelectorAll<HTMLInputElement>('input[name="EINs"][form="compare"]')]
  const prompt = status.textContent
  const chosen = () => boxes.filter(({ checked }) => checked)
  const showCount = (): void => {
    const count = chosen().length
    for (const box of boxes) box.disabled = count >= MAX_REPORTED && !box.checked
    status.textContent =
      count === 0
        ? prompt
        : `${count} selected.${count < LEAST ? ' Select one more to compare.' : ''}${count > MOST ? ` Compare at most ${MOST}.` : ''}`
  }
  for (const box of boxes) box.addEventListener('change', showCount)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const eins = chosen().map(({ value }) => value)
    // The second button prepares a diligence report, for which one organization is enough.
    const other = event.submitter?.getAttribute('formaction')
    if (eins.length < (other ? 1 : LEAST))
      status.textContent = 'Select at least two organizations to compare.'
    else if (!other && eins.length > MOST) showCount()
    else location.assign(`${other ?? form.action}?EINs=${eins.join(',')}`)
  })
  // The browser may have kept the choices of an earlier visit.
  showCount()
}

/** Drops empty fields from the address of a search, which people share. */
function leanAddress(page: Document): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form.search-form')) {
    form.addEventListener('formdata', ({ formData }) => {
      for (const name of new Set(formData.keys())) {
        if (formData.getAll(name).every((value) => value === '')) formData.delete(name)
      }
    })
  }
}
