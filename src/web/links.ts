/** Path of the page of an organization, of a form and year where they are given. */
export const organizationPath = (
  ein: string,
  selection: { form?: string | undefined; year?: number | undefined } = {},
): string => withQuery(`/charity/${ein}`, { Form: selection.form, Year: selection.year })

/** Path of the page that shows what a Ref names: form, line, XPath and filing. */
export const evidencePath = (ein: string, ref: string): string =>
  withQuery(`/charity/${ein}/evidence`, { Ref: ref })

/** The same path as people read and type it: of what a Ref holds, a query needs little encoded. */
export const readableEvidencePath = (ein: string, ref: string): string =>
  `/charity/${ein}/evidence?Ref=${encodeURIComponent(ref).replace(/%(3A|2F|40|5B|5D)/g, decodeURIComponent)}`

/** Path of the page of one section with all its rows. */
export const sectionPath = (
  ein: string,
  section: string,
  query: Record<string, string | number | undefined> = {},
): string => withQuery(`/charity/${ein}/sections/${section}`, query)

/** A path with those parameters that are given. */
export function withQuery(
  path: string,
  query: Record<string, string | number | boolean | undefined>,
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
