import { formatEin } from '#src/domain/ein.ts'

type Suggestion = {
  EIN: string
  Name: string
  OtherName?: string
  Location?: string
  PrimaryForm?: string
  Path: string
}

/** A fast typist takes about 120 ms a letter; earlier requests would ask for incomplete words. */
const PAUSE_MS = 120
const MIN_LETTERS = 2
const MAX_LETTERS = 100

/**
 * Suggests organizations below each search box as people type (the ARIA combobox pattern). A chosen
 * one is opened, or fills the field if the box has `data-suggest-fills`.
 */
export function addSuggestions(page: Document): void {
  for (const [at, box] of page.querySelectorAll<HTMLElement>('[data-suggest]').entries()) {
    const input = box.querySelector('input')
    const address = box.dataset.suggest
    if (input && address) openCombobox({ box, input, address, id: `suggestions-${at}` })
  }
}

type Parts = { box: HTMLElement; input: HTMLInputElement; address: string; id: string }

function openCombobox({ box, input, address, id }: Parts): void {
  const list = appendTo(box, 'div', {
    ...{ id, class: 'suggestions', hidden: '', role: 'listbox' },
    'aria-label': 'Suggested organizations',
  })
  const status = appendTo(box, 'div', { class: 'hidden', role: 'status' })
  let active = -1
  let asking: AbortController | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined

  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role="option"]')]
  const activate = (at: number): void => {
    active = at
    for (const [place, option] of options().entries()) {
      option.setAttribute('aria-selected', String(place === at))
      if (place === at) option.scrollIntoView({ block: 'nearest' })
    }
    if (at < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `${id}-${at}`)
  }
  const close = (): void => {
    clearTimeout(waiting)
    asking?.abort()
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    activate(-1)
  }
  const show = (found: Suggestion[]): void => {
    list.replaceChildren()
    for (const [at, one] of found.entries()) addOption(list, one, `${id}-${at}`)
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(found.length > 0))
    activate(-1)
    status.textContent =
      found.length === 0
        ? 'No suggestions.'
        : `${found.length} ${found.length === 1 ? 'suggestion' : 'suggestions'}. Use the arrow keys to choose.`
  }
  const ask = async (): Promise<void> => {
    asking?.abort()
    const typed = input.value.trim()
    if (typed.length < MIN_LETTERS || typed.length > MAX_LETTERS) return close()
    asking = new AbortController()
    try {
      const { signal } = asking
      const answer = await fetch(`${address}?${new URLSearchParams({ Query: typed })}`, { signal })
      if (!answer.ok) return close()
      const { Suggestions } = (await answer.json()) as { Suggestions: Suggestion[] }
      if (!signal.aborted && page().activeElement === input) show(Suggestions)
    } catch {
      // Ignores an aborted or failed request; the form still works.
    }
  }
  const page = () => input.ownerDocument
  const open = (): void => {
    const { path, words } = options()[active]?.dataset ?? {}
    if (box.dataset.suggestFills === undefined) {
      if (path) location.assign(path)
    } else if (words) {
      input.value = words
      close()
    }
  }

  input.setAttribute('role', 'combobox')
  input.setAttribute('aria-autocomplete', 'list')
  input.setAttribute('aria-expanded', 'false')
  input.setAttribute('aria-controls', id)
  input.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(ask, PAUSE_MS)
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const count = list.hidden ? 0 : options().length
    const next = nextActive(event.key, active, count)
    if (next !== undefined) {
      event.preventDefault()
      activate(next)
    } else if (event.key === 'ArrowDown' && count === 0) {
      event.preventDefault()
      void ask()
    } else if (event.key === 'Escape' && !list.hidden) {
      // The first Escape closes the list; on the second, the browser empties the box.
      event.preventDefault()
      close()
    } else if (event.key === 'Enter') {
      if (active >= 0) {
        event.preventDefault()
        open()
      }
      close()
    }
  })
  input.addEventListener('blur', close)
  // A click handler runs too late: the box loses focus first, which closes the list.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest<HTMLElement>('[role="option"]')
    if (!option) return
    activate(options().indexOf(option))
    open()
  })
}

/** Returns the option a key moves to, -1 for none; undefined for other keys. */
function nextActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : -1
  if (key === 'ArrowUp') return active === -1 ? count - 1 : active - 1
  // Without an active option these keys move the cursor in the text.
  if (key === 'Home' && active >= 0) return 0
  if (key === 'End' && active >= 0) return count - 1
  return undefined
}

/** Adds an element with attributes at the end of another one. */
function appendTo(to: Element, tag: string, attributes: Record<string, string>): HTMLElement {
  const element = to.ownerDocument.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  to.append(element)
  return element
}

/** Adds only text nodes, because names are filed text. */
function addOption(list: HTMLElement, one: Suggestion, id: string): void {
  const ein = `EIN ${formatEin(one.EIN)}`
  const option = appendTo(list, 'div', {
    ...{ id, role: 'option', 'aria-selected': 'false' },
    ...{ 'data-path': one.Path, 'data-words': `${one.Name} · ${ein}` },
  })
  appendTo(option, 'span', { class: 'suggestion-name' }).append(isolate(one.Name))
  const facts = appendTo(option, 'span', { class: 'quiet' })
  const parts: (string | Node)[][] = [
    one.OtherName ? ['also ', isolate(one.OtherName)] : [],
    one.Location ? [isolate(one.Location)] : [],
    [ein],
    one.PrimaryForm ? [`Form ${one.PrimaryForm.replace(/(?=[A-Z])/, '-')}`] : [],
  ]
  for (const part of parts.filter(({ length }) => length > 0)) {
    facts.append(...(facts.hasChildNodes() ? [' · '] : []), ...part)
  }
}

/** Isolates direction marks in a name from the EIN next to it. */
function isolate(text: string): HTMLElement {
  const isolated = document.createElement('bdi')
  isolated.textContent = text
  return isolated
}
