import { z } from 'zod'
import { type Extended, readExtended } from '#src/api/shared/reconciled.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { describeDollars } from '#src/domain/money.ts'
import { einOf } from '#src/platform/parameters.ts'
import { useSite } from '../components/layout.tsx'
import { showPlace } from '../components/place.ts'
import { HTML, PAGE_POLICY, type Pages, SEARCH_TERMS, toHtml } from '../render.ts'

// OpenRefine shows it in a frame of its own page.
const FRAMED = PAGE_POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *')

/** Adds `GET /reconcile/preview?id=`: the page of 400 × 200 pixels that OpenRefine shows of a match. */
export function addReconcilePreview({ app, deps, site }: Pages): void {
  app.get('/reconcile/preview', {
    config: { terms: SEARCH_TERMS },
    schema: { hide: true, querystring: z.object({ id: einOf('EIN of the organization.') }) },
    handler: async ({ query }, reply) => {
      const { id } = query as { id: string }
      const found = (await readExtended(deps, [id], [])).get(id)
      reply.removeHeader('X-Frame-Options')
      reply.header('Content-Security-Policy', FRAMED).type(HTML)
      return reply.code(found ? 200 : 404).send(toHtml(site, <Preview ein={id} found={found} />))
    },
  })
}

type Props = { ein: string; found: Extended | undefined }

const Preview = ({ ein, found }: Props) => {
  const { assets } = useSite()
  const { name = 'No profile exists for this EIN.', cause, revenue } = found?.display ?? {}
  const facts = [
    `EIN ${formatEin(ein)}`,
    found && showPlace(found.display),
    cause?.label,
    found &&
      (revenue
        ? `Revenue ${describeDollars(revenue.value)} (tax year ${revenue.taxYear})`
        : 'Revenue is unknown.'),
  ]
  return (
    <html lang="en">
      <head>
        <title>{displayName(name)}</title>
        <link rel="stylesheet" href={assets.stylesheet} />
      </head>
      <body>
        <main>
          <p>
            <a href={`/charity/${ein}`} target="_blank" rel="noreferrer">
              {displayName(name)}
            </a>
          </p>
          {facts.map((fact) => fact && <p key={fact}>{fact}</p>)}
        </main>
      </body>
    </html>
  )
}
