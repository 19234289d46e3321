import { SITE_NAME } from '#src/domain/cite.ts'
import { formatMonth } from '#src/domain/days.ts'
import { Day } from '../components/text.tsx'

/** Texts on every page: header, footer, and links through long lists. */
export const layoutTexts = {
  siteName: SITE_NAME,
  /** The title of a page as browsers and search engines show it. */
  pageTitle: (title: string) => `${title} · ${SITE_NAME}`,
  skip: 'Skip to content',
  search: 'Name, EIN, or cause',
  menu: {
    '/': 'Organizations',
    '/grants': 'Grants',
    '/people': 'People',
    '/compare': 'Compare',
    '/top-lists': 'Top lists',
    '/sector': 'Sector',
    '/about': 'About',
  },
  more: 'More pages',
  footer: {
    '/about': 'About this site',
    '/sources': 'Where the data comes from',
    '/docs': 'API reference',
    '/agents': 'For AI agents',
  },
  demo: 'Demo data',
  demoAll: 'Every organization here is fictional.',
  demoSome:
    'Some organizations here are fictional. Their EINs begin with prefixes that the IRS never assigns.',
  loaded: ({ releasedAt }: { releasedAt: string | undefined }) =>
    releasedAt === undefined ? (
      'Data loaded on an unknown date.'
    ) : (
      <>
        Data loaded on <Day iso={releasedAt} />.
      </>
    ),
  newestReceived: ({ day }: { day: string }) => (
    <>
      {' '}
      The newest return was received on <Day iso={day} />.
    </>
  ),
  newestYear: ({ day }: { day: string }) =>
    ` The latest fiscal year covered ended in ${formatMonth(day)}.`,
  medianLag: ({ months }: { months: number }) =>
    ` New returns typically arrive ${months} ${months === 1 ? 'month' : 'months'} after the year they cover.`,
  lag: 'Filings describe the past. Each one covers a year that ended months before it was filed.',
  madeFrom: 'Based on public filings of IRS Forms 990, 990-EZ, 990-N, 990-PF, and 990-T.',
  madeUp: 'Fictional filings in the format of IRS Forms 990, 990-EZ, 990-N, 990-PF, and 990-T.',
  disclaimer:
    'This site can’t show what organizations did not file. This is not legal, tax, financial, or donation advice.',
  trail: 'Breadcrumb',
  pager: 'Pages of this list',
  firstPage: 'First page',
  lastPage: 'This is the last page.',
  nextPage: 'Next page',
} as const
