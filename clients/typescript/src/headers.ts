type AgentField = 'name' | 'version' | 'owner' | 'contact' | 'purpose' | 'community' | 'session'

export type Agent = Partial<Record<AgentField, string>>

// The characters that fetch accepts in a header, except tabs.
const SENDABLE = /^[ -~\u0080-\u00ff]*$/
const UNSENDABLE =
  'contains a character that HTTP headers do not allow. Write it on one line in plain Latin letters.'

/**
 * Returns the headers of every request. Empty values, such as a variable that CI does not set, are
 * left out, because the service would reject an empty key as wrong. Throws TypeError for a value
 * that a header cannot contain.
 */
export function headersOf(key: string | undefined, agent: Agent = {}): Record<string, string> {
  const headers: Record<string, string> = {}
  const add = (option: string, header: string, text = '') => {
    const value = text.trim()
    if (!SENDABLE.test(value)) throw new TypeError(`${option} ${UNSENDABLE}`)
    if (value !== '') headers[header] = value
  }
  for (const [field, text] of Object.entries(agent)) {
    add(`agent.${field}`, `X-Agent-${field.charAt(0).toUpperCase()}${field.slice(1)}`, text)
  }
  add('key', 'X-Service-API-Key', key)
  return headers
}
