import { errorTexts } from '../texts/errors.tsx'
import { layoutTexts } from '../texts/layout.tsx'
import { Layout, type Site } from './layout.tsx'

type Props = {
  site: Site
  /** The entry of the menu that led here. */
  current: keyof typeof layoutTexts.menu
  title: string
  /** What the page would show, and what it needs. */
  missing: string
}

/** A page of the menu before its data is computed: what is missing, and how it comes. */
export const NotComputedPage = ({ site, current, title, missing }: Props) => (
  <Layout
    site={site}
    head={{ title: layoutTexts.pageTitle(title), isListed: false }}
    current={current}
  >
    <h1>{title}</h1>
    <p class="lead">{missing}</p>
    <p>{errorTexts.notComputed}</p>
  </Layout>
)
