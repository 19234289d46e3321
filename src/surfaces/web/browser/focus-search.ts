const FIELDS = 'input, textarea, select, [contenteditable]'

/** `/` goes to the search box from anywhere on a page that has one, but not from within a field. */
export function addFocusKey(page: Document): void {
  page.addEventListener('keydown', (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key !== '/' || !isPlain || (event.target as Element).closest(FIELDS)) return
    const box = page.querySelector<HTMLInputElement>('input[type="search"]')
    if (!box) return
    event.preventDefault()
    box.focus()
    box.select()
  })
}
