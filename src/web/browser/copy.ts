/** Adds a button to each block of text that people copy. Without a clipboard, it selects the text. */
export function addCopyButtons(page: Document): void {
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
