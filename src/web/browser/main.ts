// What pages do more comfortably with script; each works without.
import { addCompareChoice } from './compare-choice.ts'
import { leanAddress } from './lean-address.ts'
import { addSuggestions } from './suggestions.ts'

addSuggestions(document)
addCompareChoice(document)
leanAddress(document)
