/**
 * Facts for machines in schema.org's words. The one place where text of a filing enters a script
 * element: no `<` is left in it, so it cannot end the element.
 */
export const JsonLd = ({ facts }: { facts: Record<string, unknown> }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(facts).replaceAll('<', '\\u003c') }}
  />
)
