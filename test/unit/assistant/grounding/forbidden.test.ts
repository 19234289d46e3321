import { isMereName, maskFiledWords } from '#src/assistant/grounding/forbidden.ts'
import { testReturns } from '../../cases.ts'

testReturns({
  'filed text without keys and links': maskFiledWords,
  'texts that are a name': [isMereName, true],
  'texts that are more than a name': [isMereName, false],
})
