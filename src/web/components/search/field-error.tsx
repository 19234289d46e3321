import { findState } from '#src/domain/find-state.ts'
import { findCause } from '#src/domain/ntee.ts'
import { type SearchAddress, type SearchName, searchPath } from '#src/web/search/address.ts'

type Props = {
  name: SearchName
  label: string
  address: SearchAddress
  issues: Partial<Record<SearchName, string>>
}

/** What is wrong with a field, and links with what may have been meant. */
export const FieldError = ({ name, label, address, issues }: Props) => {
  const issue = issues[name]
  if (issue === undefined) return null
  const meant = nearest(name, address[name] ?? '')
  return (
    <p class="field-error" id={`fault-${name}`}>
      {meant.length === 0 ? (
        `${label} ${issue}.`
      ) : (
        <>
          {`${label}: “${address[name]}” is not known. Did you mean `}
          {meant.map(({ value, label: text }, at) => (
            <span key={value}>
              {at > 0 && ' or '}
              <a href={searchPath(address, { [name]: value })}>{text}</a>
            </span>
          ))}
          ?
        </>
      )}
    </p>
  )
}

function nearest(name: SearchName, typed: string): { value: string; label: string }[] {
  const found =
    name === 'State' ? findState(typed) : name === 'Cause' ? findCause(typed) : undefined
  if (!found || !('nearest' in found) || found.nearest === undefined) return []
  return found.nearest.map(({ code, label }) => ({ value: code, label }))
}
