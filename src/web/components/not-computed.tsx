import { type MENU, pageTitle } from '../words.ts'
import { Layout, type Site } from './layout.tsx'

type Props = {
  site: Site
  /** The entry of the menu that led here. */
  current: keyof typeof MENU
  title: string
  /** What the page would show, and what it needs. */
  missing: string
}

/** A page of the menu before its data is computed: what is missing, and how it comes. */
export const NotComputedPage = ({ site, current, title, missing }: Props) => (
  <Layout site={site} head={{ title: pageTitle(title), isListed: false }} current={current}>
    <h1>{title}</h1>
    <p class="lead">{missing}</p>
    <p>
      The operator of this service loads filings and rebuilds the search index; then this page
      fills. Until then, you can <a href="/">search</a> the organizations that are loaded, or see{' '}
      <a href="/sources">which data is loaded</a>.
    </p>
  </Layout>
)
