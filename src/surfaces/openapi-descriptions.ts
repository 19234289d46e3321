import type { OpenAPIV3, OpenAPIV3_1 } from 'openapi-types'

/** What each status means, on both surfaces (decisions part 2). */
const STATUS: Record<string, string> = {
  200: 'The answer.',
  400: 'The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid.',
  401: 'The credential is malformed, unknown or revoked.',
  403: 'The key has no Advanced operations.',
  304: 'Not modified: the client has this answer already (If-None-Match).',
  404: 'No such organization, filing, section or evidence is known; of totals: nothing is filed.',
  413: 'The body is over 256 KiB.',
  422: 'A parameter is not valid, or the page is too deep (surface A).',
  429: 'The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again.',
  500: 'The service failed; X-Request-Id leads its operators to the cause.',
  503: 'The index or the store cannot be reached or has not been built; Retry-After says when to come again.',
}

const HEADERS: Record<string, OpenAPIV3_1.HeaderObject> = {
  'X-Request-Id': {
    description: "The client's own X-Request-Id when it is a sane token, else a new one.",
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before asking again.',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Policy': {
    description:
      'Requests a UTC day of the allowance asked, as a structured field: "data" or "advanced", q requests, w seconds. Not sent for an unlimited one.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What remains of it (r), and seconds until it is whole again (t).',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Tag of the answer; sent back as If-None-Match it answers 304.',
    schema: { type: 'string' },
  },
  'X-Found': {
    description: 'Rows there will be; an export that has fewer was cut off.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Release': {
    description: 'Release of the index that all rows are read from, such as 20260301t040506789z.',
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description:
      'A name for the file with the day of its data and words of the question, such as organizations-2026-03-01-food-banks-oh-cf79b941.csv; only the same table has the same.',
    schema: { type: 'string' },
  },
  'Server-Timing': {
    description: 'Milliseconds of each phase (search, mongo, build, audit, total); surface B only.',
    schema: { type: 'string' },
  },
}

/** Operations whose answers carry an ETag (interface part 4.1). */
const TAGGED = new Set(['/api/v2/charity/{ein}/page', '/api/v2/charity/{ein}/brand-icon'])

const FOUND =
  'Rows count whose other side was found; those of recipients that were not are in the list of grants. Weak rows, whose EIN is that of an organization under no name like the one filed, count, too: the list tells them by MatchConfidence and leaves them out with Match=Moderate. Without AllCategories only grants count.'

const ATTRIBUTED =
  "USAspending names recipients by UEI, never by EIN; which EIN has a UEI is known from federal audits, which only organizations that spend much federal money have. Most grantees have no UEI here and so no rows, which does not mean that they received none: the count is then absent. MappingConfidence, from 0 to 1, says how sure it is that the row's UEI is the organization's; it is above 0.5 only where audits give it a name it is known by. NameMatches says whether the recipient's name in the row itself is one of those, and AttributionWarnings counts the rows of the page where it is not: look at these before relying on them. NextCursor leads to the next page and is absent on the last. A cursor of another EIN or list is 400 InvalidCursor; one given before awards or their mapping changed is 400 StaleCursor."

/** What operations of surface A do beyond their summaries. */
const DESCRIPTIONS: Record<string, string> = {
  '/api/v2/export':
    'The rows of a search of the same parameters in the same order, all of them: in Identity every match, also beyond the 10,000th; in Discovery the candidates that were ranked; without Query every organization that passes the filters, in either mode. All rows are of one index, that of X-Release, also where another goes live while they are read. HEAD answers the headers alone, at the same cost. Every figure has the Ref it was filed in and its tax year beside it. Whether restriction lists name an organization is no column, for these are screened as they are loaded, between the releases of an index: /api/v2/charity/diligence-summary says it, as it is now and with its source, and when and where an exemption was revoked. An export that cannot go on is cut off, connection and all: what ended in order has X-Found rows, and a Parquet file its footer. Nobody may have more than two exports under way, and there are four in all: more are 429 RateLimited. Who takes no more of it for four minutes, or an hour in all, is cut off.',
  '/api/v2/charity/{ein}/page':
    'The page carries a weak ETag; asked again with it as If-None-Match, it answers 304 while nothing has changed.',
  '/api/v2/charity/{ein}/brand-icon':
    'The image as it was fetched, a raster image by its content whatever its site called it; with a strong ETag. 404 IconNotFound where the website was not read or shows none: Hero.BrandAssets of the page is absent then.',
  '/api/v2/charity/{ein}/sections/{SectionId}':
    'Without EvidenceRef, the section of the form and year asked for, a page of rows at a time: NextCursor leads to the next page and is absent on the last. With EvidenceRef, what that Ref names alone, whichever section is asked: a value or row of any filing of the organization, superseded or not, of a row of Schedule R that names it, of the registry, an award or subaward, what its website says or once said, or a derived figure. Content of a row of awards has its columns as text, numbers and dates, too; the Ref of an amount alone answers Value as a number. A Ref of wrong form is 400 InvalidEvidenceRef; one that names nothing of this organization is 404 EvidenceNotFound. A cursor of another request is 400 InvalidCursor; one whose filing was replaced is 400 StaleCursor.',
  '/api/v2/charity/{ein}/money-network':
    "Outgoing edges come from the organization's latest filing, incoming ones from that of each counterparty: one edge for each direction, category and counterparty, the largest amount first, then by EIN and name. A recipient without an EIN was not found among the organizations and is shown as filed. FoundationApproved is paid in later years. NextCursor leads to the next page and is absent on the last. A cursor of another EIN or Direction is 400 InvalidCursor; one whose edges have changed is 400 StaleCursor.",
  '/api/v2/charity/{ein}/grants':
    'Every grant that a current return lists, with AllCategories or Category other money, too; the newest tax year and then the largest amount first, each with the Ref of its row, which a section of its funder opens. Whether the rows of a filing add up to its totals is told by section Checks of that filing. RowCount, UnresolvedCount and Totals cover all that match, on each page; Totals add up grants alone, and each other category for itself. Format=csv streams all that match as one table, as it was at one moment; a download that breaks off is not whole. HEAD makes none. Nobody may have more than two downloads under way, and there are three in all: more are 429 RateLimited. Who takes no more of one for four minutes, or half an hour in all, is cut off. A cursor of another EIN or other filters is 400 InvalidCursor; one whose rows have changed is 400 StaleCursor.',
  '/api/v2/charity/{ein}/grantees': `${FOUND} There are no pages: Truncated says that Limit held some back, GranteeCount and TotalAmount are of all.`,
  '/api/v2/charity/{ein}/funders': `${FOUND} There are no pages: Truncated says that Limit held some back, FunderCount and TotalAmount are of all.`,
  '/api/v2/funders/for-cohort': `A funder that is of the cohort itself counts as any other. An EIN that has filed nothing may stand in a cohort; one that nothing names stays in CohortEINs and is reached by nobody. ${FOUND} FunderCount and TotalAmount are of all, also of those that Limit held back.`,
  '/api/v2/charity/{ein}/awards': `Amount is what is obligated in all and may be negative; ObligationTotalFrom says where it is stated. ${ATTRIBUTED}`,
  '/api/v2/charity/{ein}/subawards': `What recipients of federal awards report that they passed on to the organization. ${ATTRIBUTED}`,
  '/api/v2/assistant/chat/stream':
    "The answer comes as server-sent events. `meta` is first: the request's id, the session, who answers and how new the data is; it is sent once more, with RecoverySessionID, where a search found nothing and others are proposed. Then the text in pieces (`delta`), each figure or filed text in it followed by its evidence (`citation`), whose Ref any section opens. Where the answer cannot go on, `error` says why. `data: [DONE]` is always last; a stream that ends without it has been cut. Comment lines are heartbeats. What is refused before the stream begins is an ordinary error; a client may have 20 chats under way at once, more are 429 RateLimited. A client that closes the connection ends the work.",
  '/api/v2/changes':
    'What a copy of the data needs to follow it: walk over all pages, then ask with Release as since the next time. Each organization is listed once, in the release in which it last changed, the oldest first, then by EIN; all pages are of the Release of the first, and what changes meanwhile is in the next walk, so that nothing is missed while loads go on. Changes are told of the store; searches and exports are of the live index, which follows with the next reindex: take up rows of an export only once its X-Release is not older than Release, or open the pages. What says which of its data changed; screening, and filings of other years than the latest, only from the release on in which the store began to keep it. A page may hold fewer than Limit, and none where much was passed over: only an absent NextCursor is the end. An organization that no source has any more is Removed. A first copy is an export, whose X-Release is the since to begin with: organizations of the first release of all are in no list of changes. A since of another store, or older than its first release, is 422 and says where to find one. A cursor of another since is 400 InvalidCursor; one of a store that was rebuilt is 400 StaleCursor.',
  '/api/v2/sources':
    "Counts are those of the loader's books: rows of files, not of the store, in which a row that came in two months' files stands once. FilingLag is of the returns received last. At most ten seconds old. Costs nothing.",
  '/api/v2/charity/{ein}/filings':
    'NextCursor leads to the next page and is absent on the last. A cursor of another request is 400 InvalidCursor; one whose list has changed is 400 StaleCursor.',
}

/** The document with the meaning and headers of each response, and the defaults of parameters. */
export function describeOperations(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    // No path has both.
    const operation = item?.get ?? item?.post
    if (!operation) continue
    const description = DESCRIPTIONS[path]
    if (description !== undefined) operation.description = description
    const kind = {
      isTimed: operation.tags?.includes('Surface B') === true,
      isTagged: TAGGED.has(path),
      isExport: path === '/api/v2/export',
      isCounted: operation.responses !== undefined && '429' in operation.responses,
    }
    if (kind.isTagged) operation.responses = { ...operation.responses, 304: { description: '' } }
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if ('$ref' in response) continue
      response.description = STATUS[status] ?? response.description
      response.headers = headersOf(status, kind)
    }
    for (const parameter of operation.parameters ?? []) {
      if (!('schema' in parameter) || !parameter.schema) continue
      parameter.schema = withDefault(parameter.schema)
    }
  }
  return { ...document, components: { ...document.components, headers: HEADERS } }
}

type Kind = { isTimed: boolean; isTagged: boolean; isExport: boolean; isCounted: boolean }

/** What costs one of an allowance, and its refusal, say what remains. */
const COUNTED = new Set(['200', '304', '404', '429'])

function headersOf(
  status: string,
  { isTimed, isTagged, isExport, isCounted }: Kind,
): Record<string, OpenAPIV3_1.ReferenceObject> {
  const names = [
    'X-Request-Id',
    ...(status === '429' || status === '503' ? ['Retry-After'] : []),
    ...(isCounted && COUNTED.has(status) ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(status === '200' && isTimed ? ['Server-Timing'] : []),
    ...(status === '200' && isExport ? ['X-Found', 'X-Release', 'Content-Disposition'] : []),
    ...(isTagged && (status === '200' || status === '304') ? ['ETag'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

type ParameterSchema = NonNullable<OpenAPIV3.ParameterObject['schema']>

// The printer drops `default` of schemas that transform what they are given; the parameters carry
// it under a name that is passed on.
function withDefault(schema: ParameterSchema): ParameterSchema {
  if (!('x-default' in schema)) return schema
  const { 'x-default': fallback, ...rest } = schema
  return { ...rest, default: fallback }
}
