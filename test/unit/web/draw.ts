import { type CheerioAPI, load } from 'cheerio'
import { type ComponentType, h } from 'preact'
import { render } from 'preact-render-to-string'

/** Returns the HTML of a component. */
export const toHtml = <Props extends object>(
  component: ComponentType<Props>,
  props: NoInfer<Props>,
) => render(h(component, props))

/** Returns the document of a component. */
export const draw = <Props extends object>(
  component: ComponentType<Props>,
  props: NoInfer<Props>,
) => load(toHtml(component, props))

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
