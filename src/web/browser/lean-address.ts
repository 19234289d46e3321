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
