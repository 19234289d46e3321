import { type CheerioAPI, load } from 'cheerio'
import { type ComponentType, h } from 'preact'
import { render } from 'preact-render-to-string'
import type { Freshness } from '#src/provenance/source.ts'
import { type Site, SiteContext } from '#src/web/components/layout.tsx'

const SITE: Site = {
  assets: { stylesheet: '/a.css', script: '/a.js' },
  origin: () => '',
  freshness: {},
}

/** Returns a site whose data is this fresh. */
export const siteOf = (freshness: Freshness): Site => ({ ...SITE, freshness })

/** Returns the HTML of a component on a page of the site. */
export const toHtml = <Props extends object>(
  component: ComponentType<Props>,
  props: NoInfer<Props>,
  site = SITE,
) => render(h(SiteContext.Provider, { value: site, children: h(component, props) }))

/** Returns the document of a component. */
export const draw = <Props extends object>(
  component: ComponentType<Props>,
  props: NoInfer<Props>,
  site = SITE,
) => load(toHtml(component, props, site))

/** Returns the text of each element that matches. */
export const textsOf = ($: CheerioAPI, selector: string): string[] =>
  $(selector)
    .toArray()
    .map((one) => $(one).text().replaceAll(/\s+/g, ' '))

/** Returns an attribute of each element that matches. */
export const attributesOf = ($: CheerioAPI, selector: string, name: string) =>
  $(selector)
    .toArray()
    .map((one) => $(one).attr(name))
