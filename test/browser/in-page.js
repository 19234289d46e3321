// Runs in each page that budget.test.ts opens, before the page's own script.

const shifts = []
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    shifts.push({ value, moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join() })
  }
}).observe({ type: 'layout-shift', buffered: true })

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
let controls = []

window.probe = {
  shifts,

  untilPainted: () =>
    new Promise((resolve) => {
      new PerformanceObserver((list) => {
        if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
      }).observe({ type: 'paint', buffered: true })
    }),

  /** Waits two frames at each screenful, so that late content is drawn. */
  async scrollThrough() {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      await frame()
      await frame()
    }
  },

  /** Counts what can take the focus, with only the selected radio button of a group. */
  listControls() {
    const all = 'a[href], button, input:not([type="hidden"]), select, summary, [tabindex="0"]'
    controls = [...document.querySelectorAll(all)].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        !one.disabled &&
        (one.type !== 'radio' || one.checked),
    )
    return controls.length
  },

  /** Returns the focused control, and whether a ring around it or its label is visible. */
  readFocus() {
    const one = document.activeElement
    const hasRing = (element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    }
    const { top, bottom } = one.getBoundingClientRect()
    const isWithin = bottom > 0 && top < innerHeight
    return {
      place: controls.indexOf(one),
      isSeen: isWithin && [one, one.closest('label')].some((each) => each && hasRing(each)),
      html: one.outerHTML.slice(0, 120),
    }
  },
}
