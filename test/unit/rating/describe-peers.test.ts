import { expect, it } from 'vitest'
import { describePeers } from '#src/rating/describe-peers.ts'

it.each([
  ['990:P:6', 'Form 990 filers, Human Services, revenue $1 million to $10 million'],
  ['990EZ:K:4', 'Form 990-EZ filers, Food, Agriculture & Nutrition, revenue $10,000 to $100,000'],
  ['990:B', 'Form 990 filers, Education'],
  ['990', 'Form 990 filers'],
])('the group %s is %s', (group, words) => {
  expect(describePeers({ group })).toBe(words)
})
