import { addAsk } from './ask.tsx'
import { addSuggestions } from './suggestions.ts'

// Optional features. All pages work without this script.

addSuggestions(document)
leanAddress(document)
addAsk(document)

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
