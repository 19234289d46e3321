/** Texts on the data sources page. */
export const sourcesTexts = {
  title: 'Data sources',
  description:
    'The sources of the facts on this site: who publishes each one, how late its data appears, and how much of the data is loaded.',
  heading: 'Data sources',
  lead: 'The facts on this site come from these sources. If a source is not loaded, its facts may exist, but this site does not show them.',
  asData: (
    <>
      For what the data cannot show, see <a href="/about">about this site</a>. Get this list from
      the API:{' '}
      <a href="/api/v2/sources" rel="nofollow">
        /api/v2/sources
      </a>
      .
    </>
  ),
  table: 'Sources',
  caption: 'Sources, and how much of each is loaded',
  heads: { source: 'Source', loaded: 'Loaded', asOf: 'As of', rows: 'Rows', lag: 'Delay' },
  notLoaded: 'not loaded',
  notCounted: 'not counted',
  notKnown: 'not known',
  unknownDay: 'on an unknown date',
  unfinished: ', not complete yet',
  fictional: { All: 'fictional (demo)', Some: 'partly fictional' },
  received: 'received ',
  yearEnded: 'year ended ',
} as const
