import { browserTexts } from '../texts/browser.ts'

/** Adds a button to each block of text that people copy. Without a clipboard, it selects the text. */
export function addCopyButtons(page: Document): void {
  for (const block of page.querySelectorAll<HTMLElement>('[data-copy]')) {
    const code = block.querySelector('code')
    const heading = block.querySelector('h3')
    if (!code || !heading) continue
    const button = page.createElement('button')
    button.type = 'button'
    button.className = 'plain'
    button.textContent = browserTexts.copy
    button.setAttribute('aria-label', browserTexts.copyWhat({ what: block.dataset.copy ?? '' }))
    const status = page.createElement('span')
    status.setAttribute('role', 'status')
    button.addEventListener('click', async () => {
      getSelection()?.selectAllChildren(code)
      try {
        await navigator.clipboard.writeText(code.textContent ?? '')
        status.textContent = browserTexts.copied
      } catch {
        status.textContent = browserTexts.selected
      }
    })
    heading.after(button, ' ', status)
  }
}
