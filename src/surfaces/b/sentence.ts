import { z } from 'zod'
import { type Sentence, TOPICS } from '../../profiles/summary-sentences.ts'
import { anyFigure, presentFigure, src } from './figure.ts'

/** A sentence with the figures it is made of. */
export const sentence = z
  .strictObject({
    topic: z.enum(TOPICS),
    text: z.string(),
    figures: z.array(anyFigure).describe('What the sentence is made of.'),
    _src: src,
  })
  .meta({ id: 'SummarySentence' })

export const presentSentence = ({ topic, text, figures }: Sentence) => ({
  topic,
  text,
  figures: figures.map(presentFigure),
})
