// What pages do more comfortably with script; each works without.
import { addCompareChoice } from './compare-choice.ts'
import { addFocusKey } from './focus-search.ts'
import { addSuggestions } from './suggestions.ts'

addSuggestions(document)
addFocusKey(document)
addCompareChoice(document)
