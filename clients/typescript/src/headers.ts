type AgentField = 'name' | 'version' | 'owner' | 'contact' | 'purpose' | 'community' | 'session'

export type Agent = Partial<Record<AgentField, string>>

// The characters that fetch takes in a header, but tabs.
const SENDABLE = /^[ -~\u0080-\u00ff]*$/
const UNSENDABLE =
  'contains a character that HTTP headers do not allow. Write it on one line in plain Latin letters.'

/**
 * The headers of every request. What is empty, as a variable is that CI does not know, is left out:
 * to the service an empty key is a wrong one. Throws TypeError for what no header can hold.
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
