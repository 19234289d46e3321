import type { Frame } from '../asked.ts'
import type { Kind } from '../message.ts'
import { awards } from './awards.ts'
import { best } from './best.ts'
import { compare } from './compare.ts'
import { documents } from './documents.ts'
import { facts } from './facts.ts'
import { figure } from './figure.ts'
import { find, similar } from './find.ts'
import { help, other } from './help.ts'
import { money } from './money.ts'
import { people } from './people.ts'
import { policy } from './policy.ts'
import { rating } from './rating.ts'
import { ratio } from './ratio.ts'
import { sector } from './sector.ts'
import { trend } from './trend.ts'

/** The frame of each kind of question. */
export const FRAMES: Record<Kind, Frame> = {
  figure,
  trend,
  ratio,
  compare,
  best,
  people,
  policy,
  money,
  awards,
  rating,
  find,
  similar,
  facts,
  documents,
  sector,
  help,
  other,
}
