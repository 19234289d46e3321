import { pickWord } from './content.ts'
import { hasCase, type Organization } from './organization.ts'
import type { Random } from './random.ts'

export const pickFounder = (random: Random): string => pickWord('family', random)
export const pickFeature = (random: Random): string => pickWord('feature', random)
export const pickPerson = (random: Random): string =>
  `${pickWord('given', random)} ${random.chance(0.3) ? `${random.pick([...'ABCDEHJKLMNPRST'])} ` : ''}${pickWord('family', random)}`

/** Returns a street line such as "412 Orchard St Ste 200", or a post office box. */
export function pickStreet(random: Random): string {
  if (random.chance(0.18)) return `PO Box ${random.int(11, 4999)}`
  const suite = random.chance(0.2) ? ` Ste ${random.int(1, 9)}0${random.int(0, 9)}` : ''
  return `${random.int(3, 4800)} ${pickWord('street', random)}${suite}`
}

/** A person listed in a return: Part VII of the 990, Part IV of the EZ, officers of the PF. */
export type Person = {
  name: string
  title: string
  role: 'director' | 'officer' | 'key' | 'highest-paid' | 'former'
  hours: string
  /** Reportable pay from the organization, whole dollars a year. */
  pay: number
  /** Pay from related organizations. */
  relatedPay: number
  /** Other compensation: benefits and deferred pay. */
  benefits: number
}

const BOARD_TITLES = ['Chair', 'Vice Chair', 'Treasurer', 'Secretary']

/**
 * Returns the people of one year. Most stay from year to year, because the random seed belongs to
 * the organization; every third year one director is new. `spending` determines what officers earn.
 */
export function drawPeople(
  organization: Organization,
  taxYear: number,
  spending: number,
  random: Random,
): Person[] {
  const volunteer =
    organization.form === '990EZ' ||
    hasCase(organization, 'no-paid-staff') ||
    organization.form === '990PF'
  const seats = random.fork('seats').int(3, organization.scale > 5_000_000 ? 15 : 8)
  const board = Array.from({ length: seats }, (_, seat) =>
    director(organization, seat, taxYear, random),
  )
  const chief = Math.round(
    chiefPay(spending) * random.fork('chief pay').between(0.8, 1.2) * 1.03 ** (taxYear - 2019),
  )
  const officers = staffTitles(organization.scale).map((title, rank) =>
    officer(title, Math.round(chief / (1 + 0.45 * rank)), rank, random.fork(`officer ${rank}`)),
  )
  if (!volunteer) return [...board, ...officers, ...lowerRanks(organization, chief, random)]
  const paidDirector = random.fork('paid director').chance(0.35) && spending > 70_000
  return paidDirector
    ? [
        ...board,
        {
          ...officer(
            'Executive Director',
            Math.round(spending * 0.22),
            0,
            random.fork('officer 0'),
          ),
          hours: '30.00',
        },
      ]
    : board
}

// Chiefs of larger organizations earn more, but far less than in proportion: fitted by eye to the
// range real filings show (60 K at 500 K of spending, 400 K at 50 M).
const chiefPay = (spending: number): number => Math.min(spending * 0.25, 1_050 * spending ** 0.335)

function director(
  organization: Organization,
  seat: number,
  taxYear: number,
  random: Random,
): Person {
  const joined = seat === 2 ? Math.floor(taxYear / 3) : 0
  const own = random.fork(`director ${seat} ${joined}`)
  return {
    name: pickPerson(own),
    title: BOARD_TITLES[seat] ?? (organization.form === '990PF' ? 'Trustee' : 'Director'),
    role: 'director',
    hours: own.pick(['1.00', '1.00', '2.00', '0.50', '4.00']),
    pay: 0,
    relatedPay: 0,
    benefits: 0,
  }
}

function staffTitles(scale: number): string[] {
  if (scale < 400_000) return ['Executive Director']
  if (scale < 5_000_000) return ['Executive Director', 'Director of Finance']
  return ['President and CEO', 'Chief Financial Officer', 'Chief Program Officer']
}

function officer(title: string, pay: number, rank: number, random: Random): Person {
  const benefits = Math.round(pay * random.between(0.06, 0.18))
  return {
    name: pickPerson(random),
    title,
    role: rank < 2 ? 'officer' : 'key',
    hours: '40.00',
    pay,
    relatedPay: 0,
    benefits,
  }
}

// Part VII asks for the five highest-paid employees besides the officers, from 100,000 on.
function lowerRanks(organization: Organization, chief: number, random: Random): Person[] {
  if (organization.scale < 5_000_000) return []
  const titles = [
    'Medical Director',
    'General Counsel',
    'Vice President Development',
    'Director of Operations',
  ]
  const people = titles.map((title, rank): Person => {
    const own = random.fork(`staff ${rank}`)
    return {
      ...officer(title, Math.round(chief * (0.6 - 0.07 * rank)), 3, own),
      role: 'highest-paid',
    }
  })
  const former = {
    ...officer('Former President', Math.round(chief * 0.45), 3, random.fork('former')),
    role: 'former' as const,
    hours: '0.00',
  }
  const listed = people.filter(({ pay }) => pay > 100_000)
  return random.fork('has former').chance(0.12) && former.pay > 100_000
    ? [...listed, former]
    : listed
}

/**
 * Returns whether Schedule J lists a person: formers, and others whose pay and benefits together
 * pass 150,000 (line 4).
 */
export const needsScheduleJ = ({ role, pay, relatedPay, benefits }: Person): boolean =>
  role === 'former' || pay + relatedPay + benefits > 150_000
