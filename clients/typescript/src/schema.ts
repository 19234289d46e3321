// Generated from /openapi.json by `npm run client`; edit the schemas of src/surfaces instead.

export interface paths {
  '/api/v2/agent-feedback': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Tell the operators what was missing, wrong or useful
     * @description *Surface A.*
     */
    post: operations['giveFeedback']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/assistant/capabilities': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What the assistant answers, and what it does not
     * @description *Surface A.*
     */
    get: operations['getAssistantCapabilities']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/assistant/chat/stream': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Ask the assistant; the answer is streamed
     * @description *Surface A.* The answer comes as server-sent events. `meta` is first: the request's id, the session, who answers and how new the data is; it is sent once more, with RecoverySessionID, where a search found nothing and others are proposed. Then the text in pieces (`delta`), each figure or filed text in it followed by its evidence (`citation`), whose Ref any section opens. Where the answer cannot go on, `error` says why. `data: [DONE]` is always last; a stream that ends without it has been cut. Comment lines are heartbeats. What is refused before the stream begins is an ordinary error; a client may have 20 chats under way at once, more are 429 RateLimited. A client that closes the connection ends the work.
     */
    post: operations['streamAssistantChat']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/changes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Organizations whose data changed after a release, oldest change first
     * @description *Surface A.* What a copy of the data needs to follow it: walk over all pages, then ask with Release as since the next time. Each organization is listed once, in the release in which it last changed, the oldest first, then by EIN; all pages are of the Release of the first, and what changes meanwhile is in the next walk, so that nothing is missed while loads go on. Changes are told of the store; searches and exports are of the live index, which follows with the next reindex: take up rows of an export only once its X-Release is not older than Release, or open the pages. What says which of its data changed; screening, and filings of other years than the latest, only from the release on in which the store began to keep it. A page may hold fewer than Limit, and none where much was passed over: only an absent NextCursor is the end. An organization that no source has any more is Removed. A first copy is an export, whose X-Release is the since to begin with: organizations of the first release of all are in no list of changes. A since of another store, or older than its first release, is 422 and says where to find one. A cursor of another since is 400 InvalidCursor; one of a store that was rebuilt is 400 StaleCursor.
     */
    get: operations['listChanges']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charities/{ein}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Core filing record of one year
     * @description *Surface B.*
     */
    get: operations['readCoreRecordV2']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity-question': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Ask the operators a question about an organization
     * @description *Surface A.*
     */
    post: operations['askAboutOrganization']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/awards': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Federal awards to an organization, largest first, with what attributes each
     * @description *Surface A.* Amount is what is obligated in all and may be negative; ObligationTotalFrom says where it is stated. USAspending names recipients by UEI, never by EIN; which EIN has a UEI is known from federal audits, which only organizations that spend much federal money have. Most grantees have no UEI here and so no rows, which does not mean that they received none: the count is then absent. MappingConfidence, from 0 to 1, says how sure it is that the row's UEI is the organization's; it is above 0.5 only where audits give it a name it is known by. NameMatches says whether the recipient's name in the row itself is one of those, and AttributionWarnings counts the rows of the page where it is not: look at these before relying on them. NextCursor leads to the next page and is absent on the last. A cursor of another EIN or list is 400 InvalidCursor; one given before awards or their mapping changed is 400 StaleCursor.
     */
    get: operations['listAwards']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/block/{block}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * One raw block of a filing
     * @description *Surface B.* The part of the return as filed, from the filing that object_id names, else from the newest current one that has it. Repeats of over 100 items that are stored apart come 100 at a time.
     */
    get: operations['readBlock']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/blocks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Raw blocks of each filing
     * @description *Surface B.* Of all filings, superseded ones too. /block/{block} opens those of the newest current filing that has the block; with object_id those of any filing listed here.
     */
    get: operations['listBlocks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/brand-icon': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Image that the organization's website shows for itself
     * @description *Surface A.* The image as it was fetched, a raster image by its content whatever its site called it; with a strong ETag. 404 IconNotFound where the website was not read or shows none: Hero.BrandAssets of the page is absent then.
     */
    get: operations['getBrandIcon']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/contradictions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Cross-checks between the return and its schedules
     * @description *Surface B.* What the latest return of the primary form says twice, held against each other: totals and their parts, questions and the schedules they ask for, lists and their sums, this year and the year before. What passed is shown too, so that "none failed" can be told from "nothing checked".
     */
    get: operations['readContradictions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/discovery': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Organizations similar to a profile, with every part of the comparison
     * @description *Surface A.*
     */
    get: operations['discoverSimilarOrganizations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/filings': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Submissions of a form, superseded ones included, newest first
     * @description *Surface A.* NextCursor leads to the next page and is absent on the last. A cursor of another request is 400 InvalidCursor; one whose list has changed is 400 StaleCursor.
     */
    get: operations['listCharityFilings']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/flows': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Money flow from revenue sources to spending, with controls
     * @description *Surface B.*
     */
    get: operations['readFlows']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/funders': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Who funds an organization by the current returns of all others, largest amount first
     * @description *Surface A.* Rows count whose other side was found; those of recipients that were not are in the list of grants. Weak rows, whose EIN is that of an organization under no name like the one filed, count, too: the list tells them by MatchConfidence and leaves them out with Match=Moderate. Without AllCategories only grants count. There are no pages: Truncated says that Limit held some back, FunderCount and TotalAmount are of all.
     */
    get: operations['listFunders']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/grantees': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Recipients of an organization by all its current returns, largest amount first
     * @description *Surface A.* Rows count whose other side was found; those of recipients that were not are in the list of grants. Weak rows, whose EIN is that of an organization under no name like the one filed, count, too: the list tells them by MatchConfidence and leaves them out with Match=Moderate. Without AllCategories only grants count. There are no pages: Truncated says that Limit held some back, GranteeCount and TotalAmount are of all.
     */
    get: operations['listGrantees']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/grants': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Every single grant of all current returns, given and received; with AllCategories other money, too
     * @description *Surface A.* Every grant that a current return lists, with AllCategories or Category other money, too; the newest tax year and then the largest amount first, each with the Ref of its row, which a section of its funder opens. Whether the rows of a filing add up to its totals is told by section Checks of that filing. RowCount, UnresolvedCount and Totals cover all that match, on each page; Totals add up grants alone, and each other category for itself. Format=csv streams all that match as one table, as it was at one moment; a download that breaks off is not whole. HEAD makes none. Nobody may have more than two downloads under way, and there are three in all: more are 429 RateLimited. Who takes no more of one for four minutes, or half an hour in all, is cut off. A cursor of another EIN or other filters is 400 InvalidCursor; one whose rows have changed is 400 StaleCursor.
     */
    get: operations['listGrants']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/leadership': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Officers of the return and their Schedule J compensation
     * @description *Surface B.* Up to 500 at once; page reads on.
     */
    get: operations['readLeadership']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/metrics': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Yearly series of figures, ratios and growth; of the whole sector for EIN 0
     * @description *Surface B.*
     */
    get: operations['readMetrics']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/money-network': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Who funds whom by latest filings, one edge for each counterparty and category
     * @description *Surface A.* Outgoing edges come from the organization's latest filing, incoming ones from that of each counterparty: one edge for each direction, category and counterparty, the largest amount first, then by EIN and name. A recipient without an EIN was not found among the organizations and is shown as filed. FoundationApproved is paid in later years. NextCursor leads to the next page and is absent on the last. A cursor of another EIN or Direction is 400 InvalidCursor; one whose edges have changed is 400 StaleCursor.
     */
    get: operations['getMoneyNetwork']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/page': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Page of an organization, of a form and year
     * @description *Surface A.* The page carries a weak ETag; asked again with it as If-None-Match, it answers 304 while nothing has changed.
     */
    get: operations['getCharityPage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/profile': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Identity, mission, finances, governance and trust spectrum
     * @description *Surface B.* Figures are those of the latest filing of the primary form. An organization that only the registry knows has a profile without filings.
     */
    get: operations['readProfile']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/ratings': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Rating with every metric, category and peer group
     * @description *Surface B.* The rating is absolute, 0 to 100: each metric is scored from 0 to 1 by its place among peers or as it stands, categories are means of their metrics, and their weights add up to 100. It is made of the latest return of the primary form; only Form 990 and Form 990-EZ are rated.
     */
    get: operations['readRatings']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/related': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Related organizations of Schedule R as a graph
     * @description *Surface B.* The rows of its Schedule R and of those that name it, as nodes and edges; page 1 brings `graph`, too: whom latest returns tie to it by relation or money, two steps out. Up to 500 at once; page reads on.
     */
    get: operations['readRelated']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/sections/{SectionId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * A section of a page with its evidence, or what an EvidenceRef names
     * @description *Surface A.* Without EvidenceRef, the section of the form and year asked for, a page of rows at a time: NextCursor leads to the next page and is absent on the last. With EvidenceRef, what that Ref names alone, whichever section is asked: a value or row of any filing of the organization, superseded or not, of a row of Schedule R that names it, of the registry, an award or subaward, what its website says or once said, or a derived figure. Content of a row of awards has its columns as text, numbers and dates, too; the Ref of an amount alone answers Value as a number. A Ref of wrong form is 400 InvalidEvidenceRef; one that names nothing of this organization is 404 EvidenceNotFound. A cursor of another request is 400 InvalidCursor; one whose filing was replaced is 400 StaleCursor.
     */
    get: operations['getCharitySection']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/subawards': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Subawards passed on to an organization, largest first, with prime award and recipient
     * @description *Surface A.* What recipients of federal awards report that they passed on to the organization. USAspending names recipients by UEI, never by EIN; which EIN has a UEI is known from federal audits, which only organizations that spend much federal money have. Most grantees have no UEI here and so no rows, which does not mean that they received none: the count is then absent. MappingConfidence, from 0 to 1, says how sure it is that the row's UEI is the organization's; it is above 0.5 only where audits give it a name it is known by. NameMatches says whether the recipient's name in the row itself is one of those, and AttributionWarnings counts the rows of the page where it is not: look at these before relying on them. NextCursor leads to the next page and is absent on the last. A cursor of another EIN or list is 400 InvalidCursor; one given before awards or their mapping changed is 400 StaleCursor.
     */
    get: operations['listSubawards']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/{ein}/summary': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Decision summary and multi-year financial series
     * @description *Surface B.*
     */
    get: operations['readSummary']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/charity/diligence-summary': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What to know of up to 25 organizations before relying on them
     * @description *Surface A.*
     */
    get: operations['summarizeDiligence']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/compare': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Two to five organizations side by side
     * @description *Surface A.* The same figures of each organization with their Refs, governance, rating and readiness, of their latest filings or of one form and year. Ratings rank each organization among peers of its own kind and size. An EIN that cannot be compared keeps its place, and NotCompared says why.
     */
    get: operations['compareOrganizations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/export': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * All hits of a search as one table, streamed
     * @description *Surface A.* The rows of a search of the same parameters in the same order, all of them: in Identity every match, also beyond the 10,000th; in Discovery the candidates that were ranked; without Query every organization that passes the filters, in either mode. All rows are of one index, that of X-Release, also where another goes live while they are read. HEAD answers the headers alone, at the same cost. Every figure has the Ref it was filed in and its tax year beside it. Whether restriction lists name an organization is no column, for these are screened as they are loaded, between the releases of an index: /api/v2/charity/diligence-summary says it, as it is now and with its source, and when and where an exemption was revoked. An export that cannot go on is cut off, connection and all: what ended in order has X-Found rows, and a Parquet file its footer. Nobody may have more than two exports under way, and there are four in all: more are 429 RateLimited. Who takes no more of it for four minutes, or an hour in all, is cut off.
     */
    get: operations['exportOrganizations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/funders/for-cohort': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Who funds up to 25 organizations: most of them reached first, then by amount
     * @description *Surface A.* A funder that is of the cohort itself counts as any other. An EIN that has filed nothing may stand in a cohort; one that nothing names stays in CohortEINs and is reached by nobody. Rows count whose other side was found; those of recipients that were not are in the list of grants. Weak rows, whose EIN is that of an organization under no name like the one filed, count, too: the list tells them by MatchConfidence and leaves them out with Match=Moderate. Without AllCategories only grants count. FunderCount and TotalAmount are of all, also of those that Limit held back.
     */
    get: operations['rankCohortFunders']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Whether searches can be answered, and from which data
     * @description *Surface A.*
     */
    get: operations['getHealth']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/search': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Search organizations by identity or by what they do
     * @description *Surface A and B.* Exactly one of Query and q is given. With Query, surface A answers: Search organizations by identity or by what they do. With q, surface B answers in its envelope: Search by name, EIN, intent or a question in plain words. Each takes its own parameters and refuses the other's.
     */
    get: operations['searchOrganizations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/sources': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What the service is made of, with what is loaded of each and when
     * @description *Surface A.* Counts are those of the loader's books: rows of files, not of the store, in which a row that came in two months' files stands once. FilingLag is of the returns received last. At most ten seconds old. Costs nothing.
     */
    get: operations['listSources']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/stats': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Totals of the sector, by form and tax year
     * @description *Surface A and B.* With a credential, which must have Advanced operations, surface A answers: Totals of the sector, by form and tax year. Without one, surface B answers in its envelope: Dataset-wide totals.
     */
    get: operations['getStats']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/top-lists': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * The ten largest rated organizations of each cause
     * @description *Surface A and B.* With a credential, which must have Advanced operations, surface A answers: The ten largest rated organizations of each cause. Without one, surface B answers in its envelope: Weekly top-10 lists ranked by prominence.
     */
    get: operations['getTopLists']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v2/usage': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What your key has used of its allowances today
     * @description *Surface A.*
     */
    get: operations['getUsage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/charities/{ein}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Core filing record of one year
     * @description *Surface B.*
     */
    get: operations['readCoreRecord']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    AddressB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      city?: string
      /** @description ISO 3166, two letters. */
      country?: string
      ref?: string
      state?: string
      street?: string
      zip?: string
    }
    Answered: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Refs of what it is computed from. */
      derived_from?: string[]
      /** @description How a derived figure is computed. */
      formula?: string
      label?: string
      /** @description Part and line of the form. */
      line?: string
      /** @description The leaf of the filing, or column of the registry, that holds it. */
      ref: string
      /** @description USD, count, ratio, months, years or hours. */
      unit?: string
      value: boolean
    }
    AssistantCapabilities: {
      /** @description What it cannot answer. */
      NotYet: string[]
      /** @description Whether other searches are proposed where one finds nothing. */
      SearchRecoveryEnabled: boolean
      /** @description What the assistant answers. */
      Supported: string[]
    }
    Award: {
      /** @description Dollars; may be negative. */
      Amount?: number
      /** @description How Amount is summed, where it is. */
      AmountFormula?: string
      /** @description The first, where several are told. */
      AssistanceListing?: {
        Number: string
        Title?: string
      } & {
        [key: string]: unknown
      }
      /** @description All of them, where there are several. */
      AssistanceListings?: ({
        Number: string
        Title?: string
      } & {
        [key: string]: unknown
      })[]
      /** @description FAIN, URI or PIID. */
      AwardID: string
      AwardingAgency?: string
      AwardingSubAgency?: string
      /** Format: date */
      EndDate?: string
      /** @description The row. */
      EvidenceRef: components['schemas']['EvidenceRef']
      /** @description Ref of each figure; pass it as EvidenceRef to any section of the organization. */
      EvidenceRefs?: {
        [key: string]: string
      }
      FundingAgency?: string
      FundingSubAgency?: string
      /** @enum {string} */
      Kind: 'Assistance' | 'Contract'
      /**
       * Format: date
       * @description Where no summary tells of the award, the latest of the transactions that are loaded.
       */
      LatestActionDate?: string
      /** @description What the federal audit registry says of the UEI and the EIN. */
      Mapping: {
        Audits: number
        NameAgrees: boolean
        /** @description EINs that other audits give for the UEI. */
        OtherEINs?: string[]
        /** @description Audit years that name both. */
        Years: number[]
      } & {
        [key: string]: unknown
      }
      /** @description How sure it is that the UEI is that of the EIN, by years of audits that name both and whether names agree; above 0.5 only where they do. */
      MappingConfidence: number
      /** @description The recipient's name is a known name of the organization: legal, former, DBA, BMF. */
      NameMatches: boolean
      /**
       * @description Where Amount is stated: by the award's summary, by the newest of its transactions, or nowhere, so that it is summed.
       * @enum {string}
       */
      ObligationTotalFrom: 'Summary' | 'Transactions' | 'SumOfTransactions'
      /** @description Dollars paid out. */
      Outlays?: number
      /** Format: uri */
      Permalink?: string
      PlaceOfPerformance?: {
        City?: string
        Country?: string
        State?: string
      } & {
        [key: string]: unknown
      }
      Purpose?: string
      /** @description As USAspending tells it. */
      RecipientName?: string
      Source: {
        /** @description Month of the download, YYYY-MM. */
        AsOf: string
        /** @constant */
        Dataset: 'USAspending'
        File: string
        Row: number
      } & {
        [key: string]: unknown
      }
      /** Format: date */
      StartDate?: string
      Type?: string
      /** @description Unique entity identifier of the recipient. */
      UEI: string
      /** @description USAspending's key of the award; that of a subaward is made here. */
      UniqueKey: string
    } & {
      [key: string]: unknown
    }
    AwardList: {
      /** @description Awards on this page whose recipient name matches no known name of the organization: a bad row of the audit registry may have attached what is another's. */
      AttributionWarnings: number
      /** @description Awards on all pages; absent where no UEI is mapped to the EIN, so that it is not known whether there are any. */
      AwardCount?: number
      Awards: components['schemas']['Award'][]
      EIN: number
      NextCursor?: string
    }
    BlockEntry: {
      /** @description Name of the part, as /block/{block} takes it. */
      block: string
      /** @description Size as JSON. */
      bytes: number
      /** @description Counts parts of one name in a filing, from 1. */
      ordinal: number
      /** @description Rows of the tables in it; absent when none. */
      rows?: number
    }
    BlockEnvelope: {
      data: {
        block: string
        /** @description Size as JSON, all repeats included. */
        bytes: number
        /** @description The part as filed: element names, repeats as arrays, attributes as @name. */
        content: {
          [key: string]: unknown
        }
        ein: string
        evidence: components['schemas']['EvidenceRegistry']
        filing: components['schemas']['FilingB']
        name: string
        ordinal: number
        /** @description Parts of that name in the filing. */
        ordinals: number
        page: number
        pages: number
        /** @description The part; Refs of its elements begin with it. */
        ref: string
        /** @description Long repeats, of which content holds the 100 items of the page. */
        truncated: components['schemas']['TruncatedRepeat'][]
      }
      error: null
      /** @constant */
      success: true
    }
    BlocksEnvelope: {
      data: {
        ein: string
        evidence: components['schemas']['EvidenceRegistry']
        /** @description All filings, newest first, superseded ones too; object_id opens blocks of any of them. */
        filings: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          amended: boolean
          blocks: components['schemas']['BlockEntry'][]
          /** @description False once a later submission replaced it, or the operator excluded it. */
          current: boolean
          /** @description Why the operator excluded it; no figure is taken from an excluded filing. */
          exclusion?: string
          final: boolean
          /** @enum {string} */
          form: '990' | '990EZ' | '990N' | '990PF' | '990T'
          /** @description Filed for affiliates, whose figures it holds as one. */
          group_return: boolean
          initial: boolean
          object_id: string
          received_on?: string
          schema_version?: string
          tax_period_begin?: string
          tax_period_end: string
          tax_year: number
        }[]
        name: string
      }
      error: null
      /** @constant */
      success: true
    }
    ChangeList: {
      Changes: {
        /**
         * Format: date-time
         * @description When that release was minted.
         */
        ChangedAt?: string
        /** @description Nine digits. */
        EIN: string
        Links: {
          /** @description Its page; absent where it has filed nothing. */
          Page?: string
          /** @description Its profile on surface B, also of the registry alone. */
          Profile?: string
          /** @description The same for people; absent where it has filed nothing. */
          WebPage?: string
        }
        Name: string
        /** @description In which it last changed. */
        Release: string
        /**
         * @description No source has it any more: a copy of it should go, too.
         * @constant
         */
        Removed?: true
        /** @description What changed after since, the earliest first; empty where it was removed. */
        What: {
          /**
           * @description Organization: name, place, classification, registry facts or the latest return. Filings: a return or postcard of any year came, was replaced or is read otherwise. Rating: its state, score, band or return, or that it has none any more. MoneyNetwork: whom it gives to or receives from. Screening: its matches on restriction lists. Awards: federal awards or subawards to it, or the identifiers that attach them to it. Website: what its website says.
           * @enum {string}
           */
          Kind:
            | 'Organization'
            | 'Filings'
            | 'Rating'
            | 'MoneyNetwork'
            | 'Screening'
            | 'Awards'
            | 'Website'
          Release: string
        }[]
      }[]
      /** @description Absent on the last page alone: a page may hold fewer than Limit, even none. */
      NextCursor?: string
      /** @description The newest release when the first page was asked for; the same on all pages. Ask with it as since the next time. */
      Release: string
      /** Format: date-time */
      ReleasedAt?: string
      Since: string
    }
    CharityFilings: {
      Filings: {
        Source: {
          Archive: string
          /** @description Page is there when form and year open this very filing. */
          Links?: {
            Page?: string
          } & {
            [key: string]: unknown
          }
          /** @description Path within the archive. */
          Member?: string
          ObjectID: string
          /** Format: date */
          ReceivedOn?: string
          SchemaVersion?: string
          /** Format: date */
          TaxPeriodBegin?: string
        } & {
          [key: string]: unknown
        }
        /** Format: date */
        TaxPeriodEnd: string
        Validation: {
          /** @constant */
          Amended?: true
          /** @constant */
          Final?: true
          /** @constant */
          GroupReturn?: true
          /** @constant */
          Initial?: true
          /**
           * @description The period has under twelve months.
           * @constant
           */
          ShortYear?: true
          /**
           * @description Superseded: a later submission for the same form and period counts instead. Excluded: the operator excluded the filing, and no figure is taken from it; Warnings say why.
           * @enum {string}
           */
          Status: 'Current' | 'Superseded' | 'Excluded'
          /** @description Object id of the one that counts. */
          SupersededBy?: string
          /** @description What was odd about it when it was loaded, and why it is excluded. */
          Warnings: string[]
        } & {
          [key: string]: unknown
        }
        /** @description Tax year. */
        Year: number
      }[]
      /** @enum {string} */
      Form: '990' | '990EZ' | '990N' | '990PF' | '990T'
      NextCursor?: string
    }
    CharityPage: {
      /**
       * Format: date-time
       * @description When the data was released.
       */
      CompiledAt?: string
      Context: {
        AvailableForms: {
          /** @enum {string} */
          Form: '990' | '990EZ' | '990N' | '990PF' | '990T'
          LatestYear?: number
          Primary?: boolean
        }[]
        /** @description Tax years of all its current filings, whatever their form. */
        FilingRange?: {
          FirstYear?: number
          LatestYear?: number
        }
        /** @enum {string} */
        PrimaryForm: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @enum {string} */
        SelectedForm: '990' | '990EZ' | '990N' | '990PF' | '990T'
        SelectedYear: number
      } & {
        [key: string]: unknown
      }
      Hero: {
        BrandAssets?: {
          /** @description Path of the image the organization's website shows for itself. */
          Icon?: string
          MediaType?: string
        } & {
          [key: string]: unknown
        }
        Chips?: {
          EvidenceRef: string
          /** @enum {string} */
          Kind?: 'Sector' | 'Affiliation' | 'Context'
          Label: string
        }[]
        Contact?: {
          /** @description Accounts that the organization's website links to. */
          SocialLinks?: ({
            EvidenceRef: string
            Network: string
            URL: string
          } & {
            [key: string]: unknown
          })[]
        } & {
          [key: string]: unknown
        }
        /** @enum {string} */
        CTA: 'EnhanceProfile' | 'RequestDeeperDiligence'
        /** @description The first program of the year, as filed. */
        CurrentYearActivity?: string
        /** @description First sentences of the mission, else of the first program; where neither is filed, of the website, which its EvidenceRef tells. */
        Description?: string
        EIN: string
        Enrichment: {
          /**
           * Format: date-time
           * @description When the website was last read.
           */
          CapturedAt?: string
          /**
           * @description Whether the website of the latest filing was read; what was is shown as it was.
           * @enum {string}
           */
          State: 'Enriched' | 'NotEnriched'
        }
        /** @description By path of the field in Hero. Of a field of Financials that is absent: its line holds a text that is not an amount. */
        EvidenceRefs: {
          [key: string]: components['schemas']['EvidenceRef']
        }
        /** @description Whole US dollars of the selected filing; assets and liabilities at its end. */
        Financials?: {
          Assets?: number
          Expense?: number
          Liabilities?: number
          Revenue?: number
        }
        /** @enum {string} */
        Form: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @description Month of the IRS's ruling, YYYY-MM. */
        IRSRecognitionDate?: string
        /** @description As the selected filing's header has it. */
        LegalName?: string
        Location?: {
          City?: string
          /** @description ISO 3166 alpha-2. */
          Country?: string
          State?: string
        }
        Mission?: string
        Name: string
        OperatingModel?: components['schemas']['OperatingModel']
        Phone?: string
        /** @description An address to open, made of the filed text. */
        Website?: string
        Year: number
      } & {
        [key: string]: unknown
      }
      /** @constant */
      SchemaVersion?: 2
      Sections: components['schemas']['SectionManifestItem'][]
      SEO?: {
        [key: string]: unknown
      }
      Verdict: {
        BottomLine: string
        PolicyVersion: string
        Score?: number
        /** @enum {string} */
        State: 'Scored' | 'NotEnoughData' | 'NotRatedHere'
        Verdict?: string
      } & {
        [key: string]: unknown
      }
    }
    CharitySection: {
      Data:
        | components['schemas']['MoneyFlowData']
        | components['schemas']['RelatedOrganizationsData']
        | components['schemas']['OperatingModel']
        | components['schemas']['RatingData']
        | components['schemas']['ChecksData']
        | {
            Elements: components['schemas']['ScheduleElement'][]
          }
        | {
            /** @description Texts on the programs that stand in no row, such as those of Schedule O. */
            Continued?: {
              EvidenceRef: string
              Value: string
            }[]
            Derived?: {
              [key: string]: components['schemas']['SectionFact']
            }
            Facts?: {
              [key: string]: components['schemas']['SectionFact']
            }
            Mission?: {
              EvidenceRef: string
              Value: string
            }[]
            Rows?: components['schemas']['SectionRow'][]
            Tables?: components['schemas']['SectionTable'][]
          }
        | components['schemas']['EvidenceData']
      EvidenceRefs: components['schemas']['EvidenceRef'][]
      NextCursor?: string
      /** @description On the first page of Schedules: each of them, with its first element; a second one of a name that should stand once has no Ref. */
      ScheduleIndex?: {
        EvidenceRef?: string
        Name: string
      }[]
      Section: components['schemas']['SectionManifestItem']
    }
    ChatCitation: {
      /** @description For people: form, tax year, part and line. */
      Citation?: string
      /** @enum {string} */
      Collection?: 'filings' | 'registry' | 'awards' | 'subawards' | 'restrictions' | 'enrichment'
      /** @description Refs of what it is computed from. */
      DerivedFrom?: string[]
      /** @description Of the organization that the figure is of, nine digits. */
      EIN: string
      /** @enum {string} */
      Form?: '990' | '990EZ' | '990N' | '990PF' | '990T'
      /** @description How a derived figure is computed. */
      Formula?: string
      /** @description What the figure or text is. */
      Label: string
      /** @description Pass it as EvidenceRef to a section to read what it names. */
      Ref: string
      /** @description Object id and archive. */
      SourceDocument?: string
      /** @description XPath in the return, or column of the registry. */
      SourcePath?: string
      TaxYear?: number
      /** @description As the leaf holds it: whole dollars, a ratio as a number, a text as filed. */
      Value: string | number | boolean
    } & {
      [key: string]: unknown
    }
    ChatDelta: {
      /** @description Next piece of the answer, plain text with line breaks. */
      Text: string
    }
    ChatError: {
      ErrorCode: components['schemas']['ErrorCode']
      Message: string
    }
    ChatMeta: {
      /**
       * @description Planner: by rule. Model: a language model wrote the text; figures are checked.
       * @enum {string}
       */
      Answerer: 'Planner' | 'Model'
      /**
       * Format: date-time
       * @description When the data answered from was released; absent before the first release.
       */
      CompiledAt?: string
      /** @description Of searches proposed where one found nothing: feedback joins them by it. */
      RecoverySessionID?: string
      /** @description As in X-Request-Id. */
      RequestID: string
      /** @description X-Service-Session as sent, else a new one to send from now on. */
      Session: string
    }
    Check: {
      /** @description Left less right. */
      Difference?: number
      Explanation: string
      Label: string
      Left: components['schemas']['CheckSide']
      Right: components['schemas']['CheckSide']
      Rule: string
      /**
       * @description How grave a failure of the rule is.
       * @enum {string}
       */
      Severity: 'Concern' | 'Caution' | 'Information'
      /**
       * @description Information is a difference that speaks against nobody.
       * @enum {string}
       */
      Status: 'Failed' | 'Information' | 'Passed'
      /** @description What is let pass, and why. */
      Tolerance: string
    }
    ChecksData: {
      Checks: components['schemas']['Check'][]
    }
    CheckSide: {
      /** @description Refs of what it was computed, counted or found from. */
      DerivedFrom?: string[]
      /** @description Of the value; absent where it was counted, found, or is not there. */
      EvidenceRef?: string
      /** @description How it was computed; absent where a leaf holds it. */
      Formula?: string
      Label: string
      /** @description Where it stands on the form, or would. */
      Line: string
      /** @enum {string} */
      Unit?: 'USD' | 'count'
      /** @description Dollars, a count, yes or no, or what was found: "not attached", "left blank", "not an amount", "too large". */
      Value: number | boolean | string
    }
    CohortFunderList: {
      /** @description As asked for; also those that nothing names. */
      CohortEINs: number[]
      CohortSize?: number
      /** @description All funders of the whole match. Rows whose counterpart is not resolved to an EIN are in the money network and in the list of grants. */
      FunderCount?: number
      Funders: components['schemas']['Funder'][]
      /** @description Dollars of the whole match; absent where nothing in it files an amount. Rows count by the EIN that they give, also where no name of its organization is like the one filed (a slip, or the EIN of a group filed for its members): `MatchConfidence` is `Weak` for those in the list of grants and in the money network, and `Match=Moderate` of the list leaves them out. */
      TotalAmount?: number
    }
    ComparedField: {
      /** @description Refs of what it is computed from. */
      DerivedFrom?: string[]
      /** @description Of the value; with NotReadable, of the text on the line. */
      EvidenceRef?: string
      /** @description How a derived value is computed. */
      Formula?: string
      /** @description The same in every organization, in the same order. */
      Key: string
      /** @description What its line is called on the form of the filing. */
      Label: string
      /**
       * @description Whole US dollars, or shares of 1; answers have none.
       * @enum {string}
       */
      Unit?: 'USD' | 'count' | 'ratio' | 'months'
      /**
       * @description In place of a value: the line is blank, it holds a text that is no value, the form has none, or it is computed from a value that is not known. None of them is 0.
       * @enum {string}
       */
      Unknown?: 'NotReported' | 'NotReadable' | 'NotOnForm' | 'NotComputable'
      /** @description Absent where it is not known. */
      Value?: number | boolean
      /** @description Why it is not known. */
      Why?: string
    }
    ComparedFiling: {
      Amended: boolean
      /** @enum {string} */
      Form: '990' | '990EZ' | '990N' | '990PF' | '990T'
      /** @description One return for several organizations. */
      GroupReturn: boolean
      /** @description Object id of the filing. */
      SourceDocument: string
      /** Format: date */
      TaxPeriodBegin?: string
      /** Format: date */
      TaxPeriodEnd: string
      TaxYear: number
    }
    ComparedOrganization: {
      /** @description Label of the code the registry classifies it by. */
      Cause?: string
      EIN: string
      Figures?: components['schemas']['ComparedField'][]
      /** @description The filing all that follows is read from. */
      Filing?: components['schemas']['ComparedFiling']
      Governance?: components['schemas']['ComparedField'][]
      Location?: string
      /** @description Absent for an EIN that nothing loaded names. */
      Name?: string
      /** @description Why there is nothing to compare: no such organization, filing, form or year. */
      NotCompared?: string
      /** @enum {string} */
      PrimaryForm?: '990' | '990EZ' | '990N' | '990PF' | '990T'
      Rating?: components['schemas']['ComparedRating']
      /** @description As of today, by its latest filing. */
      Readiness?: components['schemas']['Readiness']
    }
    ComparedRating: {
      BottomLine: string
      /** @description Empty where the form is not rated. */
      Categories: components['schemas']['RatingCategory'][]
      /** @description Of the score. */
      EvidenceRef?: string
      PolicyVersion: string
      Score?: number
      /** @enum {string} */
      State: 'Scored' | 'NotEnoughData' | 'NotRatedHere'
      /** @enum {string} */
      Verdict?: 'Strong' | 'Good' | 'Mixed' | 'Weak'
    }
    Comparison: {
      /** @description What makes the figures hard to compare: other forms, other years, group returns, short years. */
      Cautions: string[]
      /**
       * Format: date-time
       * @description When the data was released.
       */
      CompiledAt?: string
      /** @description In request order. */
      Organizations: components['schemas']['ComparedOrganization'][]
    }
    ContradictionsEnvelope: {
      data: {
        /** @description Failed ones first, then information, then what passed. */
        checks: components['schemas']['CrossCheck'][]
        counts: {
          failed: number
          information: number
          made: number
          passed: number
        }
        ein: string
        evidence: components['schemas']['EvidenceRegistry']
        filing: components['schemas']['FilingB']
        name: string
        /** @description Why nothing was checked, where nothing was. */
        note?: string
      }
      error: null
      /** @constant */
      success: true
    }
    ContradictionSide: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Refs of what it was computed, counted or found from. */
      derived_from?: string[]
      /** @description How it was computed; absent where a leaf holds it. */
      formula?: string
      label: string
      /** @description Where it stands on the form, or would. */
      line: string
      /** @description Of the value; absent where it was counted, found, or is not there. */
      ref?: string
      /** @enum {string} */
      unit?: 'USD' | 'count'
      /** @description Dollars, a count, yes or no, or what was found: "not attached", "left blank", "not an amount", "too large". */
      value: number | boolean | string
    }
    Control: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      answer: components['schemas']['Answered']
      /** @description Whether the organization has the policy or practice. */
      in_place: boolean
      key: string
    }
    CoreRecordEnvelope: {
      data: {
        ein: string
        evidence: components['schemas']['EvidenceRegistry']
        filing: components['schemas']['FilingB']
        name: string
        /** @description What was filed, by part of the form; what was not is left out. */
        parts: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          facts: {
            [key: string]: components['schemas']['FiledValue']
          }
          part: string
        }[]
        /** @description Tax years of the primary form there are, latest first. */
        years: number[]
      }
      error: null
      /** @constant */
      success: true
    }
    CrossCheck: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Left less right. */
      difference?: number
      explanation: string
      label: string
      left: components['schemas']['ContradictionSide']
      right: components['schemas']['ContradictionSide']
      rule: string
      /**
       * @description How grave a failure of the rule is.
       * @enum {string}
       */
      severity: 'concern' | 'caution' | 'information'
      /**
       * @description Failed checks are the contradictions; information speaks against nobody.
       * @enum {string}
       */
      status: 'failed' | 'information' | 'passed'
      /** @description What is let pass, and why. */
      tolerance: string
    }
    DiligenceSummary: {
      /** @description In request order; an EIN that nothing is known of stands alone. */
      Organizations: {
        /** @description US dollars, as filed for LatestYear. */
        Assets?: number
        EIN: number
        /** @description Tax year of the latest filing. */
        LatestYear?: number
        Location?: string
        Name?: string
        /** @description Amounts that are filed as a text that is not an amount, each with its Ref. */
        NotReadable?: {
          EvidenceRef: string
          /** @description The field that is absent. */
          Figure: string
        }[]
        /** @enum {string} */
        PrimaryForm?: '990' | '990EZ' | '990N' | '990PF' | '990T'
        Rating?: {
          /** @description Whole points that it reached. */
          Score: number
          /** @constant */
          State: 'Scored'
        }
        Readiness?: components['schemas']['Readiness']
        /** @description US dollars, as filed for LatestYear. */
        Revenue?: number
      }[]
    }
    DiscoveryResults: {
      /** @description The text compared by: as given, or the profile's own with where it is filed. */
      Intent:
        | string
        | {
            EvidenceRef?: string
            /** @enum {string} */
            Source: 'Mission' | 'Program' | 'Website' | 'Classification'
            Text: string
          }
      Organizations: components['schemas']['SearchHit'][]
      PolicyVersion: string
      Weights: {
        [key: string]: number
      }
    }
    EnrichmentB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /**
       * Format: date-time
       * @description When the website was last read.
       */
      captured_at: string
      /** @description What it tells search engines of itself. */
      description?: components['schemas']['FiledText']
      /** @description The image it shows for itself; the path needs a key. */
      icon?: {
        /** @description Key of the source in evidence.sources. */
        _src?: string
        media_type: string
        path: string
        ref: string
      }
      social_links: {
        /** @description Key of the source in evidence.sources. */
        _src?: string
        network: string
        ref: string
        url: string
      }[]
      /** @description Where this content was first read, after redirects. */
      url: string
    }
    Error: {
      detail:
        | ({
            ErrorCode: components['schemas']['ErrorCode']
            Message: string
          } & {
            [key: string]: unknown
          })
        | ({
            input?: unknown
            loc: (string | number)[]
            msg: string
            type: string
          } & {
            [key: string]: unknown
          })[]
    }
    /**
     * @description Stable name of the error; what each means is told in the introduction.
     * @enum {string}
     */
    ErrorCode:
      | 'InvalidCursor'
      | 'StaleCursor'
      | 'InvalidEvidenceRef'
      | 'InvalidRequest'
      | 'MissingCredential'
      | 'InvalidCredential'
      | 'AdvancedNotIncluded'
      | 'ProfileNotFound'
      | 'FilingNotFound'
      | 'SectionNotFound'
      | 'EvidenceNotFound'
      | 'IconNotFound'
      | 'NoDiscoveryEvidence'
      | 'NoComparableCohort'
      | 'RouteNotFound'
      | 'MethodNotAllowed'
      | 'BodyTooLarge'
      | 'InvalidParameters'
      | 'PageTooDeep'
      | 'DataAllowanceExhausted'
      | 'AdvancedAllowanceExhausted'
      | 'RateLimited'
      | 'InternalError'
      | 'SearchUnavailable'
      | 'StoreUnavailable'
      | 'AssistantUnavailable'
      | 'DiscoveryIndexEmpty'
      | 'IndexNotReady'
    ErrorEnvelope: {
      data: null
      error: string
      /** @constant */
      success: false
    }
    EvidenceData: {
      /** @description The element as filed: names of elements, repeats as arrays; a leaf is its text. */
      Content?:
        | string
        | {
            [key: string]: unknown
          }
      EvidenceRef?: string
      Label?: string
      /** @description Long repeats that stand as empty lists in Content; sections page through them. */
      LeftOut?: {
        Path: string
        RowCount?: number
      }[]
      Rows?: components['schemas']['SectionRow'][]
      Unit?: string
      Value?: string | number | boolean
    }
    EvidenceRef: {
      /** @description For people: form, tax year, part and line. */
      Citation?: string
      /** @enum {string} */
      Collection?: 'filings' | 'registry' | 'awards' | 'subawards' | 'restrictions' | 'enrichment'
      /** @description Refs of what it is computed from. */
      DerivedFrom?: string[]
      /** @enum {string} */
      Form?: '990' | '990EZ' | '990N' | '990PF' | '990T'
      /** @description How a derived figure is computed. */
      Formula?: string
      /** @description Pass it as EvidenceRef to a section to read what it names. */
      Ref: string
      /** @description Object id and archive. */
      SourceDocument?: string
      /** @description XPath in the return, or column of the registry. */
      SourcePath?: string
      TaxYear?: number
    } & {
      [key: string]: unknown
    }
    EvidenceRegistry: {
      /** @description The source of whatever names no other. */
      default?: string
      /** @description Sources of single fields by their path in data, e.g. financials.revenue_growth. */
      fields?: {
        [key: string]: string
      }
      sources: {
        [key: string]:
          | {
              /** @enum {string} */
              form: '990' | '990EZ' | '990N' | '990PF' | '990T'
              object_id: string
              /** @description Letter of the schedule; absent for the form itself. */
              schedule?: string
              tax_year: number
            }
          | {
              /** @description Month of the extract, YYYY-MM. */
              as_of?: string
              /** @constant */
              collection: 'registry'
              /** @enum {string} */
              source: 'bmf' | 'pub78' | 'revocation'
            }
          | {
              /** @description Month of the list, YYYY-MM. */
              as_of: string
              /** @constant */
              collection: 'restrictions'
              /**
               * @description OFAC's sanctions lists, SAM exclusions.
               * @enum {string}
               */
              source: 'sdn' | 'sam'
            }
          | {
              /** @constant */
              collection: 'enrichment'
              /**
               * @description The organization's own website, as it was read.
               * @constant
               */
              source: 'web'
            }
      }
    }
    ExportRow: {
      /** @description Total assets at the end of the year of the latest filing, whole dollars. */
      Assets?: number
      /** @description Ref of the line that Assets was filed in. */
      AssetsRef?: string
      /** @description Tax year that Assets is of. */
      AssetsTaxYear?: number
      /** @description NTEE code. */
      CauseCode?: string
      /** @description True where the code was inferred from filed text, not registered. */
      CauseInferred?: boolean
      /** @description What CauseCode stands for. */
      CauseLabel?: string
      /** @description Ref of a registered code. */
      CauseRef?: string
      /** @description Of its registered address. */
      City?: string
      /** @description Two-letter code of the country of its registered address. */
      Country?: string
      /** @description What it says it does, as filed, cut. */
      Description?: string
      /** @description Nine digits, the leading zero among them. */
      EIN?: string
      /** @description Kind of organization. */
      EntityType?: string
      /** @description Best text it has of what it does. */
      EvidenceTier?: string
      /** @description Total expenses of the latest filing, whole dollars. */
      Expenses?: number
      /** @description Ref of the line that Expenses was filed in. */
      ExpensesRef?: string
      /** @description Tax year that Expenses is of. */
      ExpensesTaxYear?: number
      /** @description Why it was found, in a sentence; with Mode=Discovery. */
      Explanation?: string
      /** @description Its group exemption. */
      FamilyID?: string
      /** @description List of the forms it has filed. */
      Forms?: string[]
      /** @description Whether its exemption is revoked and was not reinstated, by the list that is loaded. */
      IsRevoked?: boolean
      /** @description What of it Query found. */
      MatchField?: string
      /** @description In what way Query found it. */
      MatchKind?: string
      /** @description The place that Query names it with. */
      MatchPlace?: string
      /** @description Ref that MatchValue stands in. */
      MatchRef?: string
      /** @description The name or text found. */
      MatchValue?: string
      /** @description As filed or registered. */
      Name?: string
      /** @description Ref that Name stands in. */
      NameRef?: string
      /** @description Key of how it mainly spends it. */
      OperatingDelivery?: string
      /** @description OperatingDelivery in words. */
      OperatingDeliveryLabel?: string
      /** @description Key of where its revenue mainly comes from. */
      OperatingResource?: string
      /** @description OperatingResource in words. */
      OperatingResourceLabel?: string
      /** @description Central or Member of a group exemption, or Independent. */
      OrganizationRole?: string
      /** @description List of its other names as filed or registered. */
      OtherNames?: string[]
      /** @description List of Refs, of each of OtherNames in its place. */
      OtherNamesRefs?: string[]
      /**
       * Format: date
       * @description Last day of the tax period of its latest filing.
       */
      PeriodEnd?: string
      /** @description Form it mainly files. */
      PrimaryForm?: string
      /** @description Share of expenses spent on programs. */
      ProgramRatio?: number
      /** @description List of the Refs of the lines it is computed from. */
      ProgramRatioDerivedFrom?: string[]
      /** @description Ref of the derived figure, which tells how it is computed. */
      ProgramRatioRef?: string
      /** @description Tax year that ProgramRatio is of. */
      ProgramRatioTaxYear?: number
      /** @description Place in the order of the export, from 1. */
      Rank?: number
      /** @description RatingScore in a word. */
      RatingBand?: string
      /** @description Ref of the header of that return. */
      RatingFilingRef?: string
      /** @description Version of the model it was rated by. */
      RatingPolicy?: string
      /** @description Ref of the rating. */
      RatingRef?: string
      /** @description From 0 to 100. */
      RatingScore?: number
      /** @description Tax year of the return it was rated by. */
      RatingTaxYear?: number
      /** @description Total revenue of the latest filing, whole dollars. */
      Revenue?: number
      /** @description Ref of the line that Revenue was filed in. */
      RevenueRef?: string
      /** @description Tax year that Revenue is of. */
      RevenueTaxYear?: number
      /** @description Of its registered address: the two-letter code; abroad the province as filed. */
      State?: string
      /** @description Of its latest filing. */
      TaxYear?: number
    }
    FeedbackResult: {
      /** @description Names the feedback towards the operators. */
      FeedbackID: string
      /** @description Whether the operators have been told already; if not, they are told later or find it in their inbox. */
      Notified: boolean
      Stored: boolean
    }
    Figure: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Refs of what it is computed from. */
      derived_from?: string[]
      /** @description How a derived figure is computed. */
      formula?: string
      label?: string
      /** @description Part and line of the form. */
      line?: string
      /** @description The leaf of the filing, or column of the registry, that holds it. */
      ref: string
      /** @description USD, count, ratio, months, years or hours. */
      unit?: string
      value: number
    }
    FiledText: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description What a code means. */
      label?: string
      /** @description The leaf of the filing, or column of the registry, that holds it. */
      ref: string
      value: string
    }
    FiledValue: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Refs of what it is computed from. */
      derived_from?: string[]
      /** @description How a derived figure is computed. */
      formula?: string
      label?: string
      /** @description Part and line of the form. */
      line?: string
      /** @description The leaf of the filing, or column of the registry, that holds it. */
      ref: string
      /** @description USD, count, ratio, months, years or hours. */
      unit?: string
      value: string | number | boolean
    }
    FilingB: {
      amended: boolean
      /** @description False once a later submission replaced it, or the operator excluded it. */
      current: boolean
      /** @description Why the operator excluded it; no figure is taken from an excluded filing. */
      exclusion?: string
      final: boolean
      /** @enum {string} */
      form: '990' | '990EZ' | '990N' | '990PF' | '990T'
      /** @description Filed for affiliates, whose figures it holds as one. */
      group_return: boolean
      initial: boolean
      object_id: string
      received_on?: string
      schema_version?: string
      tax_period_begin?: string
      tax_period_end: string
      tax_year: number
    }
    FinancialsB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      figures: {
        [key: string]: components['schemas']['Figure']
      }
      /** @description Fields the filing does not tell. */
      not_known: string[]
      tax_year: number
    }
    FlowLink: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Id of a node. */
      from: string
      ref: string
      /**
       * @description nature and function split the same spending in two ways; do not add them.
       * @enum {string}
       */
      split: 'revenue' | 'nature' | 'function'
      /** @description Id of a node. */
      to: string
      /** @constant */
      unit: 'USD'
      /** @description Whole dollars as filed; a loss is negative. */
      value: number
    }
    FlowNode: {
      id: string
      /** @enum {string} */
      kind: 'revenue' | 'organization' | 'spending' | 'function'
      label: string
    }
    FlowPoint: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      ref?: string
      /** @description Absent for a year without the figure. */
      value?: number
      year: number
    }
    FlowsEnvelope: {
      data: {
        assets: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          /** @description Lines in none of them: of another day, value or basis. */
          beside: {
            [key: string]: components['schemas']['Figure']
          }
          /** @description Lines within the totals. */
          details: {
            [key: string]: components['schemas']['Figure']
          }
          /** @description Totals as filed. */
          totals: {
            [key: string]: components['schemas']['Figure']
          }
        }
        /** @description Lines that split no total: a foundation's disbursements, on cash basis. */
        beside: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          spending: {
            [key: string]: components['schemas']['Figure']
          }
        }
        controls: components['schemas']['Control'][]
        /** @description Lines that are within those of the links. */
        details: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          revenue: {
            [key: string]: components['schemas']['Figure']
          }
          spending: {
            [key: string]: components['schemas']['Figure']
          }
        }
        ein: string
        evidence: components['schemas']['EvidenceRegistry']
        filing: components['schemas']['FilingB']
        fund_balance: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          /** @description Lines in none of them: of another day, value or basis. */
          beside: {
            [key: string]: components['schemas']['Figure']
          }
          /** @description Lines within the totals. */
          details: {
            [key: string]: components['schemas']['Figure']
          }
          parts: {
            [key: string]: components['schemas']['Figure']
          }
          /** @description Totals as filed. */
          totals: {
            [key: string]: components['schemas']['Figure']
          }
        }
        liabilities: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          /** @description Lines in none of them: of another day, value or basis. */
          beside: {
            [key: string]: components['schemas']['Figure']
          }
          /** @description Lines within the totals. */
          details: {
            [key: string]: components['schemas']['Figure']
          }
          /** @description Totals as filed. */
          totals: {
            [key: string]: components['schemas']['Figure']
          }
        }
        links: components['schemas']['FlowLink'][]
        name: string
        nodes: components['schemas']['FlowNode'][]
        totals: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          revenue?: components['schemas']['Figure']
          spending?: components['schemas']['Figure']
        }
        trend: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          assets: components['schemas']['FlowPoint'][]
          expense: components['schemas']['FlowPoint'][]
          liabilities: components['schemas']['FlowPoint'][]
          revenue: components['schemas']['FlowPoint'][]
        }
        /** @description Tax years of the form there are, latest first. */
        years: number[]
      }
      error: null
      /** @constant */
      success: true
    }
    Funder: {
      /** @description Dollars of all grants that match; absent where none files an amount. Rows count by the EIN that they give, also where no name of its organization is like the one filed (a slip, or the EIN of a group filed for its members): `MatchConfidence` is `Weak` for those in the list of grants and in the money network, and `Match=Moderate` of the list leaves them out. */
      Amount?: number
      Categories?: (
        | 'ScheduleI'
        | 'FoundationPaid'
        | 'ScheduleF'
        | 'RelatedTransfer'
        | 'Contractor'
        | 'FoundationApproved'
      )[]
      EarliestYear?: number
      /** @description A leading zero is left out: an EIN of eight digits has one. */
      EIN: number
      /** @enum {string} */
      EntityType?:
        | 'PrivateFoundation'
        | 'UnrelatedBusinessFiler'
        | 'SmallTaxExemptOrganization'
        | 'OperatingOrOtherTaxExempt'
      /** @description Filed rows, of all current returns. Rows count by the EIN that they give, also where no name of its organization is like the one filed (a slip, or the EIN of a group filed for its members): `MatchConfidence` is `Weak` for those in the list of grants and in the money network, and `Match=Moderate` of the list leaves them out. */
      GrantCount?: number
      LatestYear?: number
      Location?: string
      Name?: string
      /** @enum {string} */
      PrimaryForm?: '990' | '990EZ' | '990N' | '990PF' | '990T'
      /** @description Whether a profile exists to open. */
      ProfileAvailable?: boolean
      /** @description How many of the requested organizations it reaches; in cohorts only. */
      RecipientCount?: number
    }
    FunderList: {
      /** @description A leading zero is left out: an EIN of eight digits has one. */
      EIN: number
      /** @description All funders of the whole match. Rows whose counterpart is not resolved to an EIN are in the money network and in the list of grants. */
      FunderCount?: number
      Funders: components['schemas']['Funder'][]
      /** @description Dollars of the whole match; absent where nothing in it files an amount. Rows count by the EIN that they give, also where no name of its organization is like the one filed (a slip, or the EIN of a group filed for its members): `MatchConfidence` is `Weak` for those in the list of grants and in the money network, and `Match=Moderate` of the list leaves them out. */
      TotalAmount?: number
      /** @description Limit held some back. */
      Truncated?: boolean
    }
    GovernanceB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      answers: {
        [key: string]: components['schemas']['Answered'] | components['schemas']['Figure']
      }
      /** @description Fields the filing does not tell. */
      not_known: string[]
      tax_year: number
    }
    Grant: {
      /** @description Dollars, cash and noncash together; absent if none is filed or one of them cannot be read. */
      Amount?: number
      /** @enum {string} */
      Category:
        | 'ScheduleI'
        | 'FoundationPaid'
        | 'ScheduleF'
        | 'RelatedTransfer'
        | 'Contractor'
        | 'FoundationApproved'
      /** @description For people: form, tax year, part and line. */
      Citation: string
      /** @enum {string} */
      Direction: 'Incoming' | 'Outgoing'
      /** @description The row; any section of the funder's or the recipient's opens it (EvidenceRef=). */
      EvidenceRef: string
      /** @enum {string} */
      Form: '990' | '990EZ' | '990N' | '990PF' | '990T'
      Funder: components['schemas']['MoneyParty']
      /**
       * @description How far that can be relied on; Weak: an EIN is filed whose organization has another name.
       * @enum {string}
       */
      MatchConfidence: 'None' | 'Weak' | 'Moderate' | 'Strong' | 'Authoritative'
      /**
       * @description By what the recipient was found: the EIN in its row, the EIN that Schedule R gives for its name, its name (or its words in any order) with city and state, its name in its state alone.
       * @enum {string}
       */
      MatchMethod: 'FiledEIN' | 'RelatedEIN' | 'NameCityState' | 'NameState' | 'Unresolved'
      /**
       * @description Why it is in no sum of grantees and funders: Schedule I of the same return lists the gift, too; it is a loan or guarantee; it was only approved for later payment. Absent where it counts.
       * @enum {string}
       */
      NotCounted?: 'ListedOnScheduleI' | 'LoanOrGuarantee' | 'ApprovedForLater'
      Purpose?: string
      Recipient: {
        /** @description Nine digits; absent only for a recipient that was not found among the organizations. */
        EIN?: string
        /** @description As the row has it, where it is not the EIN of the recipient: no organization has it. */
        FiledEIN?: string
        /** @description The recipient's place as filed, where the organization's is another. */
        FiledLocation?: string
        /** @description The recipient's name as filed, where the organization has another. */
        FiledName?: string
        Location?: string
        /** @description The organization's own name; of a recipient that was not found as filed, `Unnamed recipient` where none is. */
        Name: string
        /** @description Whether a profile exists to open. */
        ProfileAvailable: boolean
      } & {
        [key: string]: unknown
      }
      /** @description Of a foreign recipient (Schedule F), as filed. */
      Region?: string
      TaxYear: number
    } & {
      [key: string]: unknown
    }
    GranteeList: {
      /** @description A leading zero is left out: an EIN of eight digits has one. */
      EIN: number
      /** @description All grantees of the whole match. Rows whose counterpart is not resolved to an EIN are in the money network and in the list of grants. */
      GranteeCount?: number
      Grantees: components['schemas']['Funder'][]
      /** @description Dollars of the whole match; absent where nothing in it files an amount. Rows count by the EIN that they give, also where no name of its organization is like the one filed (a slip, or the EIN of a group filed for its members): `MatchConfidence` is `Weak` for those in the list of grants and in the money network, and `Match=Moderate` of the list leaves them out. */
      TotalAmount?: number
      /** @description Limit held some back. */
      Truncated?: boolean
    }
    GrantList: {
      EIN: number
      Grants: components['schemas']['Grant'][]
      NextCursor?: string
      /** @description Rows that match, on all pages. */
      RowCount: number
      /** @description What all rows that match come to, by direction. */
      Totals: {
        Incoming?: components['schemas']['GrantTotal']
        Outgoing?: components['schemas']['GrantTotal']
      }
      /** @description Of those, given to recipients that were not found among the organizations. */
      UnresolvedCount: number
    }
    GrantTotal: {
      /** @description Rows of ScheduleI and FoundationPaid; absent where Category asks for neither. */
      GrantCount?: number
      /** @description Rows of other categories, which are no grants, each for itself. */
      Other?: {
        /** @enum {string} */
        Category:
          | 'ScheduleI'
          | 'FoundationPaid'
          | 'ScheduleF'
          | 'RelatedTransfer'
          | 'Contractor'
          | 'FoundationApproved'
        /** @description Rows that say NotCounted, apart from those. */
        NotCounted?: {
          RowCount: number
          /** @description Dollars; absent where no row files an amount. */
          TotalAmount?: number
        }
        /** @description Rows without NotCounted. */
        RowCount: number
        /** @description Dollars; absent where no row files an amount. */
        TotalAmount?: number
      }[]
      /** @description Dollars; absent where no row files an amount. */
      TotalAmount?: number
    }
    Health: {
      /**
       * Format: date-time
       * @description When the data of the index was released.
       */
      CompiledAt?: string
      /** @description Organizations in the index. */
      Documents: number
      /** @constant */
      SchemaVersion: 2
      /** @constant */
      Status: 'Healthy'
    }
    IdentityB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      address?: components['schemas']['AddressB']
      /** @enum {string} */
      entity_type:
        | 'PrivateFoundation'
        | 'UnrelatedBusinessFiler'
        | 'SmallTaxExemptOrganization'
        | 'OperatingOrOtherTaxExempt'
      family_id?: string
      name: components['schemas']['FiledText']
      other_names: {
        /** @description Key of the source in evidence.sources. */
        _src?: string
        /** @enum {string} */
        kind: 'legal' | 'doing-business-as' | 'former'
        ref: string
        value: string
      }[]
      phone?: components['schemas']['FiledText']
      registry: components['schemas']['RegistryFacts']
      /** @description Whether recognition is revoked and not reinstated. */
      revoked: boolean
      /** @enum {string} */
      role: 'Central' | 'Member' | 'Independent'
      website?: {
        /** @description Key of the source in evidence.sources. */
        _src?: string
        ref: string
        /** @description The address to open; absent for "N/A" and the like. */
        url?: string
        /** @description As filed. */
        value: string
      }
    }
    Interpretation: {
      cause?: {
        codes: string[]
        label: string
      }
      ein?: string
      max_revenue?: number
      min_revenue?: number
      /** @enum {string} */
      mode: 'identity' | 'discovery'
      /** @description Which words were read as what. */
      phrases: {
        meaning: string
        phrase: string
      }[]
      /** @enum {string} */
      sort: 'relevance' | 'revenue' | 'assets' | 'rating' | 'program_ratio' | 'recent'
      /** @description Registered state that was applied. */
      state?: string
      /** @description What was searched for; empty where filters and order say it all. */
      text: string
      /** @description States of work or registration, from words; any of them fits. */
      works_in_states?: string[]
    }
    LeadershipEnvelope: {
      data: {
        ein: string
        evidence: components['schemas']['EvidenceRegistry']
        filing: components['schemas']['FilingB']
        name: string
        page: number
        pages: number
        /** @description In filed order; those that Schedule J alone lists come last. */
        people: components['schemas']['PersonB'][]
        total: number
        /** @description Totals the return states over all people, with those it does not name. */
        totals: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          other_compensation?: components['schemas']['Figure']
          related_compensation?: components['schemas']['Figure']
          reportable_compensation?: components['schemas']['Figure']
        }
        /** @description Whether other pages hold the rest. */
        truncated: boolean
      }
      error: null
      /** @constant */
      success: true
    }
    ListedOrganizationB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      band: string
      city?: string
      country?: string
      ein: string
      form: string
      latest_year: number
      name: string
      name_ref: string
      /** @description log10(1 + revenue) × score. */
      prominence: number
      revenue: components['schemas']['Figure']
      /** @description The rating, 0 to 100. */
      score: components['schemas']['Figure']
      state?: string
    }
    MetricsEnvelope: {
      data:
        | {
            ein: string
            evidence: components['schemas']['EvidenceRegistry']
            /**
             * @description The primary form; years of other forms are not mixed in.
             * @enum {string}
             */
            form: '990' | '990EZ' | '990N' | '990PF' | '990T'
            name: string
            /** @description One a tax year, oldest first; a gap is a year not filed. */
            years: components['schemas']['SeriesYearB'][]
          }
        | components['schemas']['SectorMetrics']
      error: null
      /** @constant */
      success: true
    }
    MissionB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Other texts of the mission, Schedule O among them. */
      continued: components['schemas']['FiledText'][]
      /** @description What was done, program by program. */
      programs: components['schemas']['FiledText'][]
      /** @description The mission as filed. */
      statement?: components['schemas']['FiledText']
    }
    MoneyEdge: {
      /** @description Dollars; absent where no row files an amount. */
      Amount?: number
      /** @enum {string} */
      Category:
        | 'ScheduleI'
        | 'FoundationPaid'
        | 'ScheduleF'
        | 'RelatedTransfer'
        | 'Contractor'
        | 'FoundationApproved'
      /** @description Rows of the filing. Where they differ, what tells of the match (FiledName, FiledLocation, MatchMethod, MatchConfidence) is of the least sure row. */
      Count: number
      Counterparty: components['schemas']['MoneyParty']
      /** @enum {string} */
      Direction: 'Incoming' | 'Outgoing'
      /** @description The rows, or where they are many the part of the return they stand in; of the filer, which for Incoming is the counterparty. */
      EvidenceRefs: components['schemas']['EvidenceRef'][]
      /** @description The recipient's place as filed, where the organization's is another. */
      FiledLocation?: string
      /** @description The recipient's name as filed, where the organization has another. */
      FiledName?: string
      /** @enum {string} */
      Form: '990' | '990EZ' | '990N' | '990PF' | '990T'
      /**
       * @description How far that can be relied on; Weak: an EIN is filed whose organization has another name.
       * @enum {string}
       */
      MatchConfidence: 'None' | 'Weak' | 'Moderate' | 'Strong' | 'Authoritative'
      /**
       * @description By what the recipient was found: the EIN in its row, the EIN that Schedule R gives for its name, its name (or its words in any order) with city and state, its name in its state alone.
       * @enum {string}
       */
      MatchMethod: 'FiledEIN' | 'RelatedEIN' | 'NameCityState' | 'NameState' | 'Unresolved'
      /** @description Of Amount, what is in no sum of grantees and funders: gifts that Schedule I of the same return lists, too, loans and guarantees. FoundationApproved never is in one. */
      NotCountedAmount?: number
      /** @description Of a foreign recipient (Schedule F), as filed. */
      Region?: string
      TaxYear: number
    } & {
      [key: string]: unknown
    }
    MoneyFlowData: {
      Assets?: {
        [key: string]: {
          EvidenceRef: string
          Label: string
          /**
           * @description Parts add up to the total; functions split it another way; a detail is within a part or the total; what stands beside is in none of them: another day, value or basis.
           * @enum {string}
           */
          Role: 'Total' | 'Part' | 'Function' | 'Detail' | 'Beside'
          Value: number
        }
      }
      Expenses?: {
        [key: string]: {
          EvidenceRef: string
          Label: string
          /**
           * @description Parts add up to the total; functions split it another way; a detail is within a part or the total; what stands beside is in none of them: another day, value or basis.
           * @enum {string}
           */
          Role: 'Total' | 'Part' | 'Function' | 'Detail' | 'Beside'
          Value: number
        }
      }
      FinancialTrend: {
        Assets: {
          /** @description Without Value: the line holds a text that is not an amount. */
          EvidenceRef?: string
          Value?: number
          Year: number
        }[]
        Expense: {
          /** @description Without Value: the line holds a text that is not an amount. */
          EvidenceRef?: string
          Value?: number
          Year: number
        }[]
        Liabilities: {
          /** @description Without Value: the line holds a text that is not an amount. */
          EvidenceRef?: string
          Value?: number
          Year: number
        }[]
        Revenue: {
          /** @description Without Value: the line holds a text that is not an amount. */
          EvidenceRef?: string
          Value?: number
          Year: number
        }[]
      }
      FundBalance?: {
        [key: string]: {
          EvidenceRef: string
          Label: string
          /**
           * @description Parts add up to the total; functions split it another way; a detail is within a part or the total; what stands beside is in none of them: another day, value or basis.
           * @enum {string}
           */
          Role: 'Total' | 'Part' | 'Function' | 'Detail' | 'Beside'
          Value: number
        }
      }
      Liabilities?: {
        [key: string]: {
          EvidenceRef: string
          Label: string
          /**
           * @description Parts add up to the total; functions split it another way; a detail is within a part or the total; what stands beside is in none of them: another day, value or basis.
           * @enum {string}
           */
          Role: 'Total' | 'Part' | 'Function' | 'Detail' | 'Beside'
          Value: number
        }
      }
      /** @description Amounts that are filed as a text that is not an amount, each with its Ref. */
      NotReadable?: {
        EvidenceRef: string
        /** @description The field that is absent. */
        Figure: string
      }[]
      Revenues?: {
        [key: string]: {
          EvidenceRef: string
          Label: string
          /**
           * @description Parts add up to the total; functions split it another way; a detail is within a part or the total; what stands beside is in none of them: another day, value or basis.
           * @enum {string}
           */
          Role: 'Total' | 'Part' | 'Function' | 'Detail' | 'Beside'
          Value: number
        }
      }
    }
    MoneyNetwork: {
      Edges: components['schemas']['MoneyEdge'][]
      NextCursor?: string
      /** @constant */
      Scope: 'Latest'
    }
    MoneyParty: {
      /** @description Nine digits; absent only for a recipient that was not found among the organizations. */
      EIN?: string
      Location?: string
      /** @description The organization's own name; of a recipient that was not found as filed, `Unnamed recipient` where none is. */
      Name: string
      /** @description Whether a profile exists to open. */
      ProfileAvailable: boolean
    } & {
      [key: string]: unknown
    }
    OperatingModel: {
      Delivery: components['schemas']['OperatingModelClassification']
      /** @enum {string} */
      Form: '990' | '990EZ' | '990PF'
      Modifiers?: components['schemas']['OperatingModelModifier'][]
      Resource: components['schemas']['OperatingModelClassification']
      TaxYear?: number
    }
    OperatingModelClassification: {
      EvidenceRefs: string[]
      Key: string
      Label: string
      /** @description Share of 1 that the class rests on. */
      PrimaryShare?: number
      Summary: string
    }
    OperatingModelModifier: {
      EvidenceRefs: string[]
      Key: string
      Label: string
      Summary: string
      Value?: number
    }
    PersonB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      benefits?: components['schemas']['Figure']
      compensation?: components['schemas']['Figure']
      expense_account?: components['schemas']['Figure']
      /** @description Average hours a week. */
      hours?: components['schemas']['Figure']
      /** @description The same, for related organizations. */
      hours_related?: components['schemas']['Figure']
      /** @description Which list of the return names the person. */
      list: string
      name?: components['schemas']['FiledText']
      other_compensation?: components['schemas']['Figure']
      /** @description The row of that list. */
      ref: string
      related_compensation?: components['schemas']['Figure']
      reportable_compensation?: components['schemas']['Figure']
      roles: components['schemas']['PersonRole'][]
      schedule_j?: components['schemas']['ScheduleJCompensation']
      title?: components['schemas']['FiledText']
    }
    PersonRole: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      label?: string
      /** @description The box that is ticked. */
      ref: string
      /** @enum {string} */
      role:
        | 'trustee'
        | 'institutional_trustee'
        | 'officer'
        | 'key_employee'
        | 'highest_compensated'
        | 'former'
    }
    ProfileEnvelope: {
      data: {
        ein: string
        /** @description What the website that the latest filing names says; absent until it is read. */
        enrichment?: components['schemas']['EnrichmentB']
        evidence: components['schemas']['EvidenceRegistry']
        /** @description The filing that mission, financials and governance are of. */
        filing?: components['schemas']['FilingB']
        /** @description All filings, newest first, superseded ones too. */
        filings: components['schemas']['FilingB'][]
        financials?: components['schemas']['FinancialsB']
        forms: {
          /** @enum {string} */
          form: '990' | '990EZ' | '990N' | '990PF' | '990T'
          primary: boolean
          /** @description Tax years with a current filing, latest first. */
          years: number[]
        }[]
        governance?: components['schemas']['GovernanceB']
        identity: components['schemas']['IdentityB']
        /** @description Latest tax year of the primary form. */
        latest_year?: number
        mission?: components['schemas']['MissionB']
        name: string
        /** @description What period the figures are of, and how far filings lag. */
        note: string
        /** @enum {string} */
        primary_form?: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @description What to know before any figure: restriction lists, revocation, the kind of return; empty where nothing of it is so. */
        status: components['schemas']['SummarySentence'][]
        trust_spectrum: components['schemas']['TrustSpectrum']
      }
      error: null
      /** @constant */
      success: true
    }
    QuestionResult: {
      /** @description Whether the operators have been told already; if not, they are told later or find it in their inbox. */
      Notified: boolean
      /** @description Names the question towards the operators. */
      RequestID: string
      Stored: boolean
    }
    RatedCategory: {
      key: string
      label: string
      /** @description Keys of the metrics it is the mean of. */
      members: string[]
      /** @description Mean of its members; absent where none is known, which costs its weight. */
      score?: number
      /** @description Of 100. */
      weight: number
    }
    RatedMetric: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Key of its category. */
      category: string
      /** @description Refs of what it is computed from; of a score, those of its metrics. */
      derived_from?: string[]
      /**
       * @description Which end of the value is better.
       * @enum {string}
       */
      direction: 'higher' | 'lower'
      /** @description How a derived value is computed. */
      formula?: string
      key: string
      label: string
      peers?: {
        /** @description Form, NTEE major group, decade of revenue: 990:P:6. */
        group: string
        label: string
        /** @description How many have the metric, the organization included. */
        size: number
      }
      /** @description Mid-rank share of peers with a lower value; of ranked metrics only. */
      percentile?: number
      ref: string
      /** @description 1 is best: the percentile or the value, turned where lower is better. */
      score: number
      /** @enum {string} */
      unit: 'ratio' | 'months' | 'boolean' | 'count'
      /** @description As filed or derived, before it is scored. */
      value: number | boolean
    }
    RatingCategory: {
      Key: string
      Label: string
      /** @description Keys of the metrics it is the mean of. */
      Members: string[]
      /** @description Mean of its members; absent where none is known, which costs its weight. */
      Score?: number
      /** @description Of 100. */
      Weight: number
    }
    RatingData: {
      BottomLine: string
      Categories: components['schemas']['RatingCategory'][]
      /** @description Of the score. */
      EvidenceRef?: string
      Metrics: components['schemas']['RatingMetric'][]
      /** @description Keys of metrics that are not known; within a category they cost nothing. */
      Missing: string[]
      PolicyVersion: string
      Score?: number
      /** @enum {string} */
      State: 'Scored' | 'NotEnoughData'
      /** @enum {string} */
      Verdict?: 'Strong' | 'Good' | 'Mixed' | 'Weak'
    }
    RatingMetric: {
      /** @description Key of its category. */
      Category: string
      /**
       * @description Which end of the value is better.
       * @enum {string}
       */
      Direction: 'higher' | 'lower'
      EvidenceRef: string
      Key: string
      Label: string
      Peers?: {
        /** @description Form, NTEE major group, decade of revenue: 990:P:6. */
        Group: string
        Label: string
        /** @description How many have the metric, the organization included. */
        Size: number
      }
      /** @description Mid-rank share of peers with a lower value; of ranked metrics only. */
      Percentile?: number
      /** @description 1 is best: the percentile or the value, turned where lower is better. */
      Score: number
      /** @enum {string} */
      Unit: 'ratio' | 'months' | 'boolean' | 'count'
      /** @description As filed or derived, before it is scored. */
      Value: number | boolean
    }
    RatingsEnvelope: {
      data: {
        bottom_line: string
        categories: components['schemas']['RatedCategory'][]
        ein: string
        evidence: components['schemas']['EvidenceRegistry']
        /** @description The return that is rated; the latest where none is. */
        filing: components['schemas']['FilingB']
        name: string
        /** @description Metrics that are not known; within a category they cost nothing. */
        not_known: string[]
        /** @description Of the model; none where nothing has been rated. */
        policy_version: string
        ratings: components['schemas']['RatedMetric'][]
        /**
         * @description not_rated_here: the form it files is not rated.
         * @enum {string}
         */
        state: 'scored' | 'not_enough_data' | 'not_rated_here'
        /** @description Absent unless the state is scored. */
        trust?: components['schemas']['Trust']
      }
      error: null
      /** @constant */
      success: true
    }
    Readiness: {
      /** @enum {string} */
      Label: 'Clear' | 'Needs review' | 'Compliance issue flagged'
      /** @description Entries of the lists that mean it. */
      RestrictionConfirmed?: number
      /** @description Entries that may mean it or an officer. */
      RestrictionReview?: number
      /**
       * @description By the OFAC and SAM lists that are loaded, of which ReviewReasons names those that are not: Review means that people must look. Absent, with both counts, when none is.
       * @enum {string}
       */
      RestrictionStatus?: 'Confirmed' | 'Review' | 'Clear'
      /** @description Sentences with the source named; what could not be looked at is told, too, also of who is clear. */
      ReviewReasons: string[]
      /** @enum {string} */
      Tone: 'Good' | 'Caution' | 'Concern'
    }
    ReadinessB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @enum {string} */
      label: 'Clear' | 'Needs review' | 'Compliance issue flagged'
      /**
       * @description Absent, as restrictions are, when no restriction list is loaded.
       * @enum {string}
       */
      restriction_status?: 'Confirmed' | 'Review' | 'Clear'
      /** @description Entries of restriction lists that mean it, or may mean it or an officer. */
      restrictions?: components['schemas']['RestrictionMatch'][]
      /** @description Sentences with the source named. */
      review_reasons: string[]
      /** @enum {string} */
      tone: 'Good' | 'Caution' | 'Concern'
    }
    RegistryFacts: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Of that return, as the registry has it. */
      asset_amount?: components['schemas']['Figure']
      deductibility?: components['schemas']['FiledText']
      foundation?: components['schemas']['FiledText']
      group_exemption?: components['schemas']['FiledText']
      income_amount?: components['schemas']['Figure']
      ntee?: components['schemas']['FiledText']
      /** @description Deductibility codes of Publication 78. */
      publication_78?: components['schemas']['FiledText']
      revenue_amount?: components['schemas']['Figure']
      revocations: components['schemas']['RevocationB'][]
      /** @description Month of the exemption ruling, YYYY-MM. */
      ruling_month?: components['schemas']['FiledText']
      /** @description Code of the exemption, such as 01, unconditional. */
      status?: components['schemas']['FiledText']
      subsection?: components['schemas']['FiledText']
      /** @description Period of the latest return, YYYYMM. */
      tax_period?: components['schemas']['FiledText']
    }
    RelatedEdge: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /**
       * @description authoritative with an EIN that a Schedule R gives, strong by name alone; a node without ein is not resolved.
       * @enum {string}
       */
      confidence: 'authoritative' | 'strong'
      /** @description Id of the node whose Schedule R names the other. */
      from: string
      /**
       * @description What the organization asked for is: source when its own Schedule R names it.
       * @enum {string}
       */
      role: 'source' | 'target'
      rows: components['schemas']['RelatedRow'][]
      to: string
      type: string
    }
    RelatedEnvelope: {
      data: {
        edges: components['schemas']['RelatedEdge'][]
        ein: string
        evidence: components['schemas']['EvidenceRegistry']
        filing: components['schemas']['FilingB']
        graph?: components['schemas']['RelatedGraph']
        name: string
        /** @description The organization itself first. */
        nodes: components['schemas']['RelatedNode'][]
        page: number
        pages: number
        total: number
        /** @description Whether other pages hold the rest. */
        truncated: boolean
      }
      error: null
      /** @constant */
      success: true
    }
    /** @description Who stands two steps from the organization: those it is related to by Parts I to IV of Schedule R, those it pays and those that pay it by grants, transfers and contracts, and the same of each of these. It is made of the latest return of each, whatever year is asked for, and comes with page 1 alone. Money only approved, or to a recipient that was not found, is not shown. For the organization itself it holds at most 15 of those it names, that name it, that it pays and that pay it, for each one step away 5, the largest amounts first, and 120 nodes in all: `truncated` tells whether there are more. */
    RelatedGraph: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      edges: components['schemas']['RelatedGraphEdge'][]
      limits: {
        first_step: number
        nodes: number
        second_step: number
        steps: number
      }
      /** @description The organization itself first. */
      nodes: components['schemas']['RelatedGraphNode'][]
      /** @description Whether a limit left something out. */
      truncated: boolean
    }
    RelatedGraphEdge: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Dollars, the rows together. */
      amount?: number
      /**
       * @description How surely the recipient was found; nobody is gone on from over a weak one.
       * @enum {string}
       */
      confidence: 'weak' | 'moderate' | 'strong' | 'authoritative'
      /** @description Rows of the return. */
      count: number
      /** @enum {string} */
      form: '990' | '990EZ' | '990N' | '990PF' | '990T'
      /** @description Who filed it: whose Schedule R names the other, or who pays. */
      from: string
      /** @enum {string} */
      kind: 'related' | 'grant' | 'transfer' | 'contract'
      object_id: string
      /** @description The row, the first of several, or the part they stand in; it opens at `from`, who filed it. */
      ref: string
      /** @description Where it has several rows: they, or the first. */
      refs?: string[]
      tax_year: number
      to: string
      /** @description What Schedule R says the other is, or the category of the money. */
      type: string
    }
    RelatedGraphNode: {
      ein: string
      location?: {
        city?: string
        country?: string
        state?: string
      }
      /** @description As Schedule R names it where no filing of its own and no registry does. */
      name?: string
      profile_available: boolean
      steps: 0 | 1 | 2
    }
    RelatedNode: {
      city?: string
      country?: string
      ein?: string
      /** @description EIN, or a number of its own where none is filed. */
      id: string
      name?: string
      self: boolean
      state?: string
    }
    RelatedOrganizationsData: {
      Relationships: {
        /** @description Authoritative with an EIN that a Schedule R gives, Strong by name alone: with an EIN where one organization has that name there; without EIN the organization is not resolved. */
        Confidences: ('Authoritative' | 'Strong')[]
        Evidence: ({
          /** @description The row; absent where its values stand apart. */
          EvidenceRef?: string
          /** @description The leaf of each value. */
          EvidenceRefs: {
            [key: string]: string
          }
          /** @enum {string} */
          Form: '990' | '990EZ' | '990N' | '990PF' | '990T'
          /** @description Key of its table. */
          Table: string
          /** @description What was filed, by column. */
          Values: {
            [key: string]: string | number | boolean
          }
        } & {
          [key: string]: unknown
        })[]
        Organization: {
          /** @description Absent where the organization is not resolved, whatever Confidences say. */
          EIN?: string
          Location?: {
            [key: string]: unknown
          }
          Name?: string
        } & {
          [key: string]: unknown
        }
        RelationshipType: string
        /** @description Source: its own Schedule R names the other; Target: the other names it. */
        Roles: ('Source' | 'Target')[]
      }[]
    }
    RelatedRow: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Whose Schedule R it is. */
      filer: string
      /** @enum {string} */
      form: '990' | '990EZ' | '990N' | '990PF' | '990T'
      object_id: string
      /** @description The row of Schedule R. */
      ref: string
      table: string
      tax_year: number
      values: {
        [key: string]: components['schemas']['FiledValue']
      }
    }
    ReportedEvent: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      answer: components['schemas']['Answered']
      key: string
    }
    RestrictionMatch: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description What agrees. */
      agreed: ('ein' | 'uei' | 'name' | 'alias' | 'city' | 'state' | 'country' | 'address')[]
      /** @description OFAC's entry number, SAM's number of the exclusion. */
      entry: string
      /** @enum {string} */
      list: 'OFAC' | 'SAM'
      listed_name: string
      /**
       * @description How the name was found.
       * @enum {string}
       */
      method: 'Identifier' | 'ExactName' | 'Alias' | 'ReorderedName' | 'Transliteration'
      programs: string[]
      /** @description Ref of the list's entry. */
      ref: string
      /** @enum {string} */
      status: 'Confirmed' | 'Review'
      /** @enum {string} */
      subject: 'organization' | 'officer'
      /** @description The name that was found, as filed or registered. */
      subject_name: string
      subject_ref: string
    }
    RevocationB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      posted_on?: components['schemas']['FiledText']
      reinstated_on?: components['schemas']['FiledText']
      revoked_on: components['schemas']['FiledText']
    }
    ScheduleElement: {
      /** @description The element as filed: names of elements, repeats as arrays; a leaf is its text. */
      Content:
        | string
        | {
            [key: string]: unknown
          }
      Element: string
      EvidenceRef?: string
      Label: string
      /** @description The part of the return. */
      Schedule: string
    }
    ScheduleJCompensation: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      amounts: {
        [key: string]: components['schemas']['Figure']
      }
      /** @description The row of Schedule J. */
      ref: string
    }
    SearchEnvelope: {
      data: {
        evidence: components['schemas']['EvidenceRegistry']
        has_more: boolean
        interpretation: components['schemas']['Interpretation']
        limit: number
        page: number
        query: string
        query_version: string
        results: components['schemas']['SearchResultB'][]
        total: number
        /**
         * @description at_least when a discovery ranked as many candidates as it takes at the most, or was sorted by a figure, for which only those near to the query are counted.
         * @enum {string}
         */
        total_relation: 'exact' | 'at_least'
      }
      error: null
      /** @constant */
      success: true
    }
    SearchHit: {
      Cause?: string
      Description?: string
      EIN: string
      /** @enum {string} */
      EntityType?:
        | 'PrivateFoundation'
        | 'UnrelatedBusinessFiler'
        | 'SmallTaxExemptOrganization'
        | 'OperatingOrOtherTaxExempt'
      EvidenceRefs?: string[]
      /** @enum {string} */
      EvidenceTier?: 'OfficialWebsite' | 'FiledProgram' | 'FiledMission' | 'ClassificationOnly'
      Explanation?: string
      FamilyID?: string
      FormTypes?: string[]
      Location?: string
      Match: {
        EvidenceRef?: string
        Field: string
        /** @enum {string} */
        Kind: 'EIN' | 'ExactName' | 'Alias' | 'Prefix' | 'Fuzzy' | 'Cause' | 'Filter'
        Place?: string
        Value?: string
        Window?: number
      } & {
        [key: string]: unknown
      }
      Name: string
      /** @enum {string} */
      OrganizationRole?: 'Central' | 'Member' | 'Independent'
      PrimaryForm?: string
      Similarity?: {
        Components: {
          Contribution?: number
          Kind: string
          Score?: number
          /** @enum {string} */
          State: 'Matched' | 'NotMatched' | 'Unavailable'
          Values?: string[]
          Weight: number
        }[]
        EvidenceCoverage: number
        Score: number
      }
      WhyMatched?: ({
        EvidenceRef?: string
        /** @enum {string} */
        Kind: 'Passage' | 'Name' | 'Place' | 'Classification'
      } & {
        [key: string]: unknown
      })[]
    }
    SearchResultB: {
      _src?: string
      cause?: {
        _src?: string
        code: string
        inferred: boolean
        label: string
        ref?: string
      }
      city?: string
      country?: string
      description?: string
      ein: string
      entity_type: string
      /** @enum {string} */
      evidence_tier: 'OfficialWebsite' | 'FiledProgram' | 'FiledMission' | 'ClassificationOnly'
      explanation?: string
      family_id?: string
      financials: {
        /** @description Whole dollars as filed. */
        total_assets?: {
          _src?: string
          /** @description The leaf of the filing that holds the value. */
          ref: string
          tax_year: number
          value: number
        }
        /** @description Whole dollars as filed. */
        total_expenses?: {
          _src?: string
          /** @description The leaf of the filing that holds the value. */
          ref: string
          tax_year: number
          value: number
        }
        /** @description Whole dollars as filed. */
        total_revenue?: {
          _src?: string
          /** @description The leaf of the filing that holds the value. */
          ref: string
          tax_year: number
          value: number
        }
      }
      forms: string[]
      latest_period_end?: string
      latest_year?: number
      match: {
        _src?: string
        field: string
        /** @enum {string} */
        kind: 'ein' | 'exact_name' | 'alias' | 'prefix' | 'fuzzy' | 'cause' | 'filter'
        place?: string
        ref?: string
        value?: string
      }
      name: string
      other_names: {
        _src?: string
        kind: string
        name: string
        ref: string
      }[]
      primary_form?: string
      /** @description Share of expenses spent on programs. */
      program_ratio?: {
        _src?: string
        /** @description Refs of program and of total expenses. */
        derived_from: string[]
        ref: string
        tax_year: number
        value: number
      }
      /** @description Absent where it is not rated; /ratings has what it is made of. */
      rating?: {
        _src?: string
        band: string
        policy_version: string
        ref: string
        score: number
        tax_year: number
      }
      revoked: boolean
      /** @enum {string} */
      role: 'Central' | 'Member' | 'Independent'
      state?: string
      why_matched: {
        _src?: string
        code?: string
        /** @enum {string} */
        kind: 'passage' | 'name' | 'place' | 'classification'
        ref?: string
        text: string
      }[]
    }
    SearchResults: {
      Facets?: {
        [key: string]: ({
          Count: number
          Label: string
          Value: string
        } & {
          [key: string]: unknown
        })[]
      }
      /** @description Matches. In Discovery the candidates that were ranked, see Match.Window; sorted by a figure, only those near to the query, which may be fewer. */
      Found: number
      Hits: components['schemas']['SearchHit'][]
      /** @enum {string} */
      Mode: 'Identity' | 'Discovery'
      NextCursor?: string
      Page: number
      Query: string
      QueryVersion?: string
      Resolution?: {
        Candidates: ({
          City?: string
          EIN: string
          Form?: string
          Name: string
          State?: string
        } & {
          [key: string]: unknown
        })[]
        EIN?: string
        /** @enum {string} */
        Status: 'Exact' | 'Ambiguous' | 'Closest' | 'None'
        Suggestion?: string
      } & {
        [key: string]: unknown
      }
    }
    SectionFact: {
      EvidenceRef: string
      Label: string
      Unit?: string
      Value: string | number | boolean
    }
    SectionManifestItem: {
      /**
       * @description Absent, as Year is, where an EvidenceRef names an entry of a list outside of returns.
       * @enum {string}
       */
      Form?: '990' | '990EZ' | '990N' | '990PF' | '990T'
      /** @description SectionId of /sections/{SectionId}. */
      Id: string
      /**
       * @description Band is a derived picture, Evidence filed rows.
       * @enum {string}
       */
      Kind: 'Band' | 'Evidence'
      Pageable?: boolean
      Ref?: string
      /** @description Parts and schedules it is made from. */
      SourceTags: string[]
      Status?: {
        Label: string
        Score?: number
        /** @enum {string} */
        Tone: 'Good' | 'Caution' | 'Concern' | 'Neutral'
      }
      Summary: string
      Title: string
      Year?: number
    } & {
      [key: string]: unknown
    }
    SectionRow: {
      /** @description The row; absent where its values stand apart. */
      EvidenceRef?: string
      /** @description The leaf of each value. */
      EvidenceRefs: {
        [key: string]: string
      }
      /** @description What the line is called, in statements. */
      Label?: string
      Line?: string
      /** @description Of a person: the row of Schedule J. */
      ScheduleJ?: {
        /** @description The row; absent where its values stand apart. */
        EvidenceRef?: string
        /** @description The leaf of each value. */
        EvidenceRefs: {
          [key: string]: string
        }
        /** @description Key of its table. */
        Table: string
        /** @description What was filed, by column. */
        Values: {
          [key: string]: string | number | boolean
        }
      }
      /** @description Key of its table. */
      Table: string
      /**
       * @description It sums the other rows of its table (Schedule G, columns (d)); leave it out when adding. Statements have sums among their lines, as the form numbers them.
       * @constant
       */
      Total?: true
      /** @description What was filed, by column. */
      Values: {
        [key: string]: string | number | boolean
      }
    }
    SectionTable: {
      Columns: {
        Key: string
        Label: string
        Unit?: string
      }[]
      Key: string
      Label: string
      Line: string
      /** @description Rows the filing has of it, on all pages; of a statement, the lines shown. */
      RowCount: number
    }
    SectorComposition: {
      Groups: {
        Key: string
        Label: string
        Organizations: number
      }[]
      RegistryOrganizations: number
      /** Format: date-time */
      RegistryUpdatedAt?: string
    }
    SectorEvidenceB: {
      /** @description How to get at the filings that are summed. */
      filings: string
      /** @constant */
      form: '990'
      method: string
    }
    SectorFigureB: {
      /** @description Returns that report what it is computed from. */
      filings?: number
      /** @description Which lines of Form 990 it is computed from. */
      formula: string
      label: string
      /** @enum {string} */
      unit: 'USD' | 'ratio'
      value: number
    }
    SectorMetrics: {
      /** Format: date-time */
      computed_at: string
      /** @constant */
      ein: '000000000'
      evidence: components['schemas']['SectorEvidenceB']
      /** @constant */
      form: '990'
      latest_complete_year?: number
      name: string
      release: string
      /** @description One a tax year, oldest first; the newest may be partial. */
      years: components['schemas']['SectorYearB'][]
    }
    SectorOverview: {
      /** @description Current 990 returns of all years. */
      FilingCount: number
      /** @constant */
      Form: '990'
      /** @description Latest tax year for which 90 % of the filers of the year before have filed. */
      LatestCompleteYear: number
      /** @description Organizations whose latest return is in SectorRevenue. */
      OrganizationCount: number
      /** @description Oldest first. */
      Years: components['schemas']['SectorYear'][]
    }
    SectorYear: {
      BalanceSheet?: {
        Assets?: number
        Liabilities?: number
      }
      /** @description How many of the summed returns report each figure (Revenue.Total), and what was left out: GroupReturnsLeftOut whose members are in the sums, ShortYearsLeftOut whose organization has a later return of the year. */
      Coverage?: {
        [key: string]: number
      }
      Expenses?: {
        DomesticIndividualGrants?: number
        DomesticOrganizationGrants?: number
        ForeignGrants?: number
        Fundraising?: number
        GrantsTotal?: number
        ManagementAndGeneral?: number
        ProgramServices?: number
        Total?: number
      }
      /** @description Current 990 returns of the year: those in the sums, and those left out, which Coverage counts. */
      FilingCount: number
      /** @description Organizations whose return is in the sums, one each. */
      OrganizationCount: number
      Revenue?: {
        Contributions?: number
        Investment?: number
        Other?: number
        ProgramService?: number
        Total?: number
      }
      TaxYear: number
    }
    SectorYearB: {
      /** @description Sums in whole dollars. */
      figures: {
        [key: string]: components['schemas']['SectorFigureB']
      }
      /** @description Current 990 returns of the year, those left out included. */
      filings: number
      /** @description Group returns whose members are in the sums. */
      group_returns_left_out: number
      /** @description Organizations whose return is in the sums, one each. */
      organizations: number
      /** @description True while under 90 % of the filers of the year before have filed; absent where nobody filed the year before. */
      partial?: boolean
      /** @description Shares of 1; growth between complete years only. */
      ratios: {
        [key: string]: components['schemas']['SectorFigureB']
      }
      /** @description Returns whose organization has a later one of the year. */
      short_years_left_out: number
      tax_year: number
    }
    SeriesYearB: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      amended: boolean
      /** @description Whole dollars. */
      figures: {
        [key: string]: components['schemas']['Figure']
      }
      group_return: boolean
      /** @description Refs of lines that hold a text that is not an amount, by figure. */
      not_readable?: {
        [key: string]: string
      }
      object_id: string
      /** @description Ratios and growth, as shares of 1. */
      ratios: {
        [key: string]: components['schemas']['Figure']
      }
      /** @description Under twelve months; not to be compared with full years. */
      short_year: boolean
      tax_period_begin?: string
      tax_period_end: string
      tax_year: number
    }
    SourceList: {
      /** @description How late e-filed returns were received; publication comes later still. */
      FilingLag?: {
        /** @description Whole months from the end of the tax period to the day of receipt. */
        MedianMonths: number
        /** @description Of how many returns, those received last. */
        Returns: number
      }
      /** @description The newest release of the store; absent before the first. */
      Release?: string
      /** Format: date-time */
      ReleasedAt?: string
      Sources: {
        /** @description What the service takes from it. */
        Gives: string
        /** @enum {string} */
        Key:
          | 'EFile'
          | 'EFileIndex'
          | 'Postcards'
          | 'BusinessMasterFile'
          | 'Publication78'
          | 'Revocations'
          | 'OFAC'
          | 'SAMExclusions'
          | 'Awards'
          | 'Subawards'
          | 'Audits'
          | 'Websites'
        /** @description How far it trails what happens. */
        Lag: string
        Loaded?: {
          /** @description Newest month of its files, YYYY-MM. */
          AsOf?: string
          /**
           * @description All or some of it is made up, as the demo is: EINs have prefixes the IRS never assigned, or files the demo's names. Absent: none, as far as is known.
           * @enum {string}
           */
          Fictional?: 'All' | 'Some'
          /** @description Archives, single returns and tables that were loaded. */
          Files?: number
          /**
           * Format: date-time
           * @description When a load last finished a file of it.
           */
          LastLoadedAt?: string
          /**
           * Format: date
           * @description Day the newest return was received.
           */
          NewestReceived?: string
          /** Format: date */
          NewestTaxPeriodEnd?: string
          /** @description Rows or returns that could not be read. */
          RejectedRows?: number
          /** @description Rows or returns read and kept; what came in two files counts in each. */
          Rows?: number
          /** @description Those of the files of the month AsOf; registries and lists are published whole each month. */
          RowsOfNewest?: number
          TaxYears?: {
            First: number
            Last: number
          }
          /**
           * @description A load of it goes on or was broken off.
           * @constant
           */
          Unfinished?: true
        }
        /**
         * @description Nothing of it is loaded: what it would tell is not known here.
         * @constant
         */
        NotLoaded?: true
        Publisher: string
        Title: string
        /**
         * Format: uri
         * @description Where the publisher offers it.
         */
        URL?: string
      }[]
    }
    Stats: {
      /** @description Organizations with a return or a postcard. */
      Charities: number
      /** Format: date-time */
      ComputedAt: string
      CountsApproximate?: boolean
      /** @description Current filings, postcards included; superseded ones left out. */
      Filings: number
      FilingsByForm?: {
        [key: string]: number
      }
      /** @description The latest tax year of most filers of a return. */
      ModalLatestYear: number
      /** @description Program service expenses of the same returns, summed. */
      ProgramDollars?: number
      SectorComposition?: components['schemas']['SectorComposition']
      SectorOverview?: components['schemas']['SectorOverview']
      /** @description Total revenue of each organization's latest current 990, summed; of a group return only where no member files its own. */
      SectorRevenue?: number
    }
    StatsEnvelope: {
      data: {
        /** @description Organizations with a return or a postcard. */
        charities: number
        /** Format: date-time */
        computed_at: string
        /** @constant */
        counts_approximate: false
        evidence: components['schemas']['SectorEvidenceB']
        /** @description Current filings, postcards included; superseded ones left out. */
        filings: number
        filings_by_form: {
          [key: string]: number
        }
        /** @description Sums over each organization's latest current 990, with the tax years these are of. */
        latest_returns?: {
          first_year: number
          last_year: number
          organizations: number
          program_dollars?: components['schemas']['SectorFigureB']
          sector_revenue?: components['schemas']['SectorFigureB']
        }
        /** @description The latest tax year of most filers of a return. */
        modal_latest_year?: number
        release: string
        sector_composition?: {
          groups: {
            key: string
            label: string
            organizations: number
          }[]
          organizations: number
          /**
           * Format: date
           * @description Of the newest extract of the registry.
           */
          updated_on: string
        }
        sector_overview?: {
          filings: number
          /** @constant */
          form: '990'
          latest_complete_year?: number
          organizations: number
          years: components['schemas']['SectorYearB'][]
        }
      }
      error: null
      /** @constant */
      success: true
    }
    Subaward: {
      /** Format: date */
      ActionDate?: string
      /** @description Dollars; may be negative. */
      Amount?: number
      /** @description The first, where several are told. */
      AssistanceListing?: {
        Number: string
        Title?: string
      } & {
        [key: string]: unknown
      }
      /** @description All of them, where there are several. */
      AssistanceListings?: ({
        Number: string
        Title?: string
      } & {
        [key: string]: unknown
      })[]
      AwardingAgency?: string
      AwardingSubAgency?: string
      /** @description The row. */
      EvidenceRef: components['schemas']['EvidenceRef']
      /** @description Ref of each figure; pass it as EvidenceRef to any section of the organization. */
      EvidenceRefs?: {
        [key: string]: string
      }
      FundingAgency?: string
      FundingSubAgency?: string
      /** @description What the federal audit registry says of the UEI and the EIN. */
      Mapping: {
        Audits: number
        NameAgrees: boolean
        /** @description EINs that other audits give for the UEI. */
        OtherEINs?: string[]
        /** @description Audit years that name both. */
        Years: number[]
      } & {
        [key: string]: unknown
      }
      /** @description How sure it is that the UEI is that of the EIN, by years of audits that name both and whether names agree; above 0.5 only where they do. */
      MappingConfidence: number
      /** @description The recipient's name is a known name of the organization: legal, former, DBA, BMF. */
      NameMatches: boolean
      /** Format: uri */
      Permalink?: string
      PlaceOfPerformance?: {
        City?: string
        Country?: string
        State?: string
      } & {
        [key: string]: unknown
      }
      PrimeAward: {
        Amount?: number
        /** @description FAIN, URI or PIID. */
        AwardID?: string
        UniqueKey: string
      } & {
        [key: string]: unknown
      }
      PrimeRecipient: {
        /** @description Nine digits, where audits map the UEI to it under its name, which Name is, too. */
        EIN?: string
        /** @description How sure it is that the UEI is that of the EIN. */
        MappingConfidence?: number
        Name?: string
        UEI?: string
      } & {
        [key: string]: unknown
      }
      Purpose?: string
      RecipientDBAName?: string
      /** @description As USAspending tells it. */
      RecipientName?: string
      Source: {
        /** @description Month of the download, YYYY-MM. */
        AsOf: string
        /** @constant */
        Dataset: 'USAspending'
        File: string
        Row: number
      } & {
        [key: string]: unknown
      }
      SubawardNumber?: string
      Type?: string
      /** @description Unique entity identifier of the recipient. */
      UEI: string
      /** @description USAspending's key of the award; that of a subaward is made here. */
      UniqueKey: string
    } & {
      [key: string]: unknown
    }
    SubawardList: {
      /** @description Subawards on this page whose recipient name matches no known name of the organization: a bad row of the audit registry may have attached what is another's. */
      AttributionWarnings: number
      EIN: number
      NextCursor?: string
      /** @description Subawards on all pages; absent where no UEI is mapped to the EIN, so that it is not known whether there are any. */
      SubawardCount?: number
      Subawards: components['schemas']['Subaward'][]
    }
    SummaryEnvelope: {
      data: {
        decision_summary: components['schemas']['SummarySentence'][]
        ein: string
        evidence: components['schemas']['EvidenceRegistry']
        filing: components['schemas']['FilingB']
        latest_year: number
        name: string
        /** @description What period the figures are of, and how far filings lag. */
        note: string
        readiness: components['schemas']['ReadinessB']
        /** @description Years of the primary form, oldest first. */
        series: components['schemas']['SeriesYearB'][]
      }
      error: null
      /** @constant */
      success: true
    }
    SummarySentence: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description What the sentence is made of. */
      figures: components['schemas']['FiledValue'][]
      text: string
      /** @enum {string} */
      topic:
        | 'status'
        | 'purpose'
        | 'rating'
        | 'size'
        | 'spending'
        | 'reserves'
        | 'trend'
        | 'controls'
        | 'events'
        | 'unknown'
    }
    TopLists: {
      /** @description Tax year most of the sector has filed for; organizations behind it are not listed. */
      FilingYear: number
      Lists: {
        /** @description Cause labels within the group; Cause of a search takes each. */
        Causes: string[]
        Description: string
        /** @description Letter of the NTEE major group. */
        Key: string
        /** @description Largest first by filed revenue. */
        Organizations: {
          EIN: string
          LatestYear?: number
          Location?: string
          Name: string
          /** @enum {string} */
          PrimaryForm?: '990' | '990EZ' | '990N' | '990PF' | '990T'
          /** @description Total revenue of the latest return, as filed. */
          Revenue?: number
          /** @description The rating, in whole points that it reached. */
          Score: number
        }[]
        /** @description What CauseLabel of a search takes. */
        Title: string
      }[]
      /** @description Week of ISO 8601 in which the lists were computed. */
      Week: number
    }
    TopListsEnvelope: {
      data: {
        /** Format: date-time */
        computed_at: string
        evidence: components['schemas']['EvidenceRegistry']
        /** @description Tax year most of the sector has filed for; organizations behind it are not listed. */
        filing_year?: number
        lists: {
          /** @description Key of the source in evidence.sources. */
          _src?: string
          causes: string[]
          /** @description How many organizations the ten were chosen from. */
          eligible: number
          /** @description Letter of the NTEE major group. */
          key: string
          /** @description Most prominent first. */
          organizations: components['schemas']['ListedOrganizationB'][]
          title: string
        }[]
        /** @description Why there is no list. */
        note?: string
        release: string
        /** @description Week of ISO 8601 in which the lists were computed, of week_year. */
        week: number
        week_year: number
      }
      error: null
      /** @constant */
      success: true
    }
    TruncatedRepeat: {
      page: number
      pages: number
      /** @description XPath of the repeat. */
      path: string
      /** @description Items in all. */
      rows: number
    }
    Trust: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @enum {string} */
      band: 'Strong' | 'Good' | 'Mixed' | 'Weak'
      /** @description Refs of what it is computed from; of a score, those of its metrics. */
      derived_from?: string[]
      formula?: string
      ref: string
      score: number
    }
    TrustSpectrum: {
      /** @description Key of the source in evidence.sources. */
      _src?: string
      /** @description Controls the filing answers for. */
      answered: number
      /** @description Controls the form asks about: six on Form 990, none on the others. */
      asked: number
      /** @enum {string} */
      band?: 'Strong' | 'Good' | 'Mixed' | 'Weak'
      /** @description What the score is made of; /ratings has every metric. */
      categories: components['schemas']['RatedCategory'][]
      /** @description Policies and practices. */
      controls: components['schemas']['Control'][]
      /** @description Refs of the metrics of the score. */
      derived_from?: string[]
      /** @description What happened in the year or did not; neither counts among the controls. */
      events: components['schemas']['ReportedEvent'][]
      /** @description Controls that are in place, counted from controls. */
      in_place: number
      /** @description The rating in sentences, and what is not known of the controls. */
      note: string
      /** @description Of the rating; none where there is none. */
      policy_version: string
      /** @description Of the score. */
      ref?: string
      score?: number
      /**
       * @description not_rated_here: the form it files is not rated.
       * @enum {string}
       */
      state: 'scored' | 'not_enough_data' | 'not_rated_here'
    }
    UsageAllowance: {
      Limit: number | 'Unlimited'
      Remaining: number | 'Unlimited'
      Used: number
    }
    UsageSummary: {
      Advanced?: components['schemas']['UsageAllowance']
      Data: components['schemas']['UsageAllowance']
      /**
       * Format: date
       * @description Current UTC calendar day.
       */
      Day: string
      /**
       * Format: date-time
       * @description Start of the next UTC day.
       */
      ResetAt: string
      /** @enum {string} */
      Tier: 'Paid' | 'Site' | 'Internal'
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: {
    /** @description A name for the file with the day of its data and words of the question, such as organizations-2026-03-01-food-banks-oh-cf79b941.csv; only the same table has the same. */
    'Content-Disposition': string
    /** @description Tag of the answer; sent back as If-None-Match it answers 304. */
    ETag: string
    /** @description What remains of it (r), and seconds until it is whole again (t). */
    RateLimit: string
    /** @description Requests a UTC day of the allowance asked, as a structured field: "data" or "advanced", q requests, w seconds. Not sent for an unlimited one. */
    'RateLimit-Policy': string
    /** @description Seconds to wait before asking again. */
    'Retry-After': number
    /** @description Milliseconds of each phase (search, mongo, build, audit, total); surface B only. */
    'Server-Timing': string
    /** @description Rows there will be; an export that has fewer was cut off. */
    'X-Found': number
    /** @description Release of the index that all rows are read from, such as 20260301t040506789z. */
    'X-Release': string
    /** @description The client's own X-Request-Id when it is a sane token, else a new one. */
    'X-Request-Id': string
  }
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  giveFeedback: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Either form, not a mixture: Message and its like, or the snake_case form with message, feedback_type (FeedbackType), owner_email (Email) and others, which are kept in Metadata. */
    requestBody: {
      content: {
        'application/json': {
          /** @description Name of the agent; kept in Metadata, as all that follow. */
          agent_name?: string
          /** @description What the agent runs on. */
          agent_platform?: string
          /** @description What was missing. */
          desired_data?: string
          /** @description The organization it is about: its digits, or as 07-0000101. */
          EIN?: string
          /**
           * Format: email
           * @description Where an answer may go.
           */
          Email?: string
          /** @description Which operation was asked. */
          endpoint_used?: string
          /** @description What kind of feedback it is, in the sender's own word. */
          feedback_type?: string
          /** @description What kind of feedback it is, in the sender's own word. */
          FeedbackType?: string
          /** @description What is to be said, in plain text. */
          message?: string
          /** @description What is to be said, in plain text. */
          Message?: string
          /** @description Anything else, as an object of at most 16 KiB and 8 levels. Do not send secrets. */
          Metadata?: {
            [key: string]: unknown
          }
          /**
           * Format: email
           * @description Email of the snake_case form.
           */
          owner_email?: string
          /** @description What the agent is for. */
          purpose?: string
          /** @description What was asked. */
          query?: string
          /** @description As the assistant gave it with the searches it proposed. */
          RecoverySessionID?: string
          /** @description What the agent was doing. */
          task?: string
        } & (unknown | unknown)
      }
    }
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['FeedbackResult']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The key has no Advanced operations. */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The body is over 256 KiB. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  getAssistantCapabilities: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AssistantCapabilities']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The key has no Advanced operations. */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  streamAssistantChat: {
    parameters: {
      query?: never
      header?: {
        /** @description Names a conversation, so that its requests can be told from others; given back in `meta`. A new one is made without it. */
        'x-service-session'?: string
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Where the question is asked: hints, never taken for facts. */
          Context?: {
            /** @description Its name. */
            CharityName?: string
            /** @description The organization that "it" means: eight or nine digits, or as 07-0000101. */
            EIN?: string
            /** @description Path of the page. */
            Path?: string
            /** @description What was searched for on the page. */
            SearchQuery?: string
          }
          /** @description Earlier messages, oldest first; this service keeps none. */
          History?: {
            /** @description What was written. */
            Content: string
            /**
             * @description Who wrote it.
             * @enum {string}
             */
            Role: 'user' | 'assistant'
          }[]
          /** @description What is asked. */
          Message: string
        }
      }
    }
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'text/event-stream':
            | {
                data: string
                /** @enum {unknown} */
                event: 'meta'
              }
            | {
                data: string
                /** @enum {unknown} */
                event: 'delta'
              }
            | {
                data: string
                /** @enum {unknown} */
                event: 'citation'
              }
            | {
                data: string
                /** @enum {unknown} */
                event: 'error'
              }
            | {
                /** @enum {unknown} */
                data: '[DONE]'
                /** @enum {unknown} */
                event?: 'message'
              }
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The key has no Advanced operations. */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The body is over 256 KiB. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  listChanges: {
    parameters: {
      query?: {
        /** @description NextCursor of the answer before, with the same since. */
        Cursor?: string
        /** @description Organizations an answer. */
        Limit?: number
        /** @description A release of this store, such as 20261121t033012345z, or its time as /api/v2/health shows it; what changed after it is listed. Required, as this or as Since. */
        since?: string
        /** @description The same as since; send one of them. */
        Since?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ChangeList']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  readCoreRecordV2: {
    parameters: {
      query?: {
        /** @description must not be used; leave it out */
        validate?: unknown
        /** @description Tax year of the primary form; the latest when it is left out. */
        year?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CoreRecordEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  askAboutOrganization: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description The organization asked about: an integer, its digits, or as 07-0000101. */
          EIN: number | string
          /**
           * Format: email
           * @description Where the answer goes.
           */
          Email: string
          /** @description What is asked, in plain text. */
          Question: string
        }
      }
    }
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['QuestionResult']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The key has no Advanced operations. */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The body is over 256 KiB. */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  listAwards: {
    parameters: {
      query?: {
        /** @description NextCursor of the answer before; stale once awards or their mapping change. */
        Cursor?: string
        /** @description Rows an answer. */
        Limit?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AwardList']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  readBlock: {
    parameters: {
      query?: {
        /** @description Form of the filing. An extension. */
        form?: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @description Filing to open, superseded or not; left out, the newest current one with the block. An extension. */
        object_id?: string
        /** @description Which of several parts of one name, such as Schedule K. An extension. */
        ordinal?: number
        /** @description Page of the long repeats, 100 items each. An extension. */
        page?: number
        /** @description Tax year of the filing. An extension. */
        year?: number
      }
      header?: never
      path: {
        /**
         * @description A block of the manifest, such as IRS990ScheduleB; also ScheduleB, schB or B, which mean the primary form's where two forms have a schedule of that letter.
         * @example IRS990ScheduleB
         */
        block: string
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BlockEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  listBlocks: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BlocksEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  getBrandIcon: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          ETag: components['headers']['ETag']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'image/avif': string
          'image/gif': string
          'image/jpeg': string
          'image/png': string
          'image/webp': string
          'image/x-icon': string
        }
      }
      /** @description Not modified: the client has this answer already (If-None-Match). */
      304: {
        headers: {
          ETag: components['headers']['ETag']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  readContradictions: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ContradictionsEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  discoverSimilarOrganizations: {
    parameters: {
      query?: {
        /** @description The cohort: organizations that mainly file this form. When left out, that of the profile's own primary form; of every form where it has none. */
        Form?: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @description What to compare by, in words; the profile's own cause when left out. Form, size and operation stay the profile's. */
        Intent?: string
        /** @description Organizations to answer with. */
        Limit?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DiscoveryResults']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  listCharityFilings: {
    parameters: {
      query?: {
        /** @description NextCursor of the answer before. */
        Cursor?: string
        /** @description Form to list; the organization's primary form when left out. */
        Form?: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @description Filings an answer. */
        Limit?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CharityFilings']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  readFlows: {
    parameters: {
      query?: {
        /** @description Tax year of the primary form; the latest when it is left out. */
        year?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['FlowsEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  listFunders: {
    parameters: {
      query?: {
        /** @description Other money filed as paid, too: transfers to related organizations, contractors. Never counted: what was only approved for later payment, loans and guarantees, and gifts to related organizations on Schedule R that Schedule I of the same return lists, too. */
        AllCategories?: boolean
        /** @description Funders an answer. */
        Limit?: number
        /** @description Grants filed for this tax year or later. */
        MinYear?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['FunderList']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  listGrantees: {
    parameters: {
      query?: {
        /** @description Other money filed as paid, too: transfers to related organizations, contractors. Never counted: what was only approved for later payment, loans and guarantees, and gifts to related organizations on Schedule R that Schedule I of the same return lists, too. */
        AllCategories?: boolean
        /** @description Grantees an answer. */
        Limit?: number
        /** @description Dollars: only single grants at or above it count, not their sum; one that files no amount is above none. */
        MinAmount?: number
        /** @description Grants filed for this tax year or later. */
        MinYear?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GranteeList']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  listGrants: {
    parameters: {
      query?: {
        /** @description Without Category: rows of every one, also of what was only approved for later payment. */
        AllCategories?: boolean
        /** @description One or several kinds of money flow, separated by commas: Schedule I and grants a foundation paid; foreign recipients (Schedule F), transfers to related organizations (Schedule R), contractors; what a foundation approved for later payment. The first two, which are grants, when left out. */
        Category?: string
        /** @description EIN of the other side, its leading zero given or not. */
        Counterparty?: number | string
        /** @description NextCursor of the page before, of the same EIN and filters; not with csv. */
        Cursor?: string
        /** @description Incoming: what the organization received; Outgoing: what it gave. Both when left out. */
        Direction?: 'Incoming' | 'Outgoing'
        /** @description csv: all that match as one table, streamed, with the Ref of each row. This parameter alone decides, not the Accept header. */
        Format?: 'json' | 'csv'
        /** @description Grants a page, 50 when left out; not with csv. */
        Limit?: number
        /** @description Least confidence of the recipient; Weak leaves out recipients that were not found. */
        Match?: 'None' | 'Weak' | 'Moderate' | 'Strong' | 'Authoritative'
        /** @description Returns of this tax year or earlier. */
        MaxYear?: number
        /** @description Dollars; rows without an amount are left out. */
        MinAmount?: number
        /** @description Returns of this tax year or later. */
        MinYear?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['GrantList']
          'text/csv': string
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  readLeadership: {
    parameters: {
      query?: {
        /** @description One-based page of 500. An extension. */
        page?: number
        /** @description Tax year of the primary form; the latest when it is left out. */
        year?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['LeadershipEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  readMetrics: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Employer Identification Number; 0 is the whole sector. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MetricsEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  getMoneyNetwork: {
    parameters: {
      query?: {
        /** @description NextCursor of the page before, of the same EIN and Direction. */
        Cursor?: string
        /** @description Incoming: what the organization received; Outgoing: what it gave. Both when left out. */
        Direction?: 'Incoming' | 'Outgoing'
        /** @description Edges a page. */
        Limit?: number
        /** @description Latest filings; earlier years are in /grants. */
        Scope?: 'Latest'
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MoneyNetwork']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  getCharityPage: {
    parameters: {
      query?: {
        /** @description Form to show; the organization's primary form when left out. */
        Form?: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @description Tax year to show; the latest filing of the form when left out. */
        Year?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          ETag: components['headers']['ETag']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CharityPage']
        }
      }
      /** @description Not modified: the client has this answer already (If-None-Match). */
      304: {
        headers: {
          ETag: components['headers']['ETag']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content?: never
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  readProfile: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ProfileEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  readRatings: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RatingsEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  readRelated: {
    parameters: {
      query?: {
        /** @description One-based page of 500. An extension. */
        page?: number
        /** @description Tax year of the primary form; the latest when it is left out. */
        year?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RelatedEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  getCharitySection: {
    parameters: {
      query?: {
        /** @description NextCursor of the page before, of the same section, form and year. */
        Cursor?: string
        /** @description A Ref of a page, section or search: answers with the value or row it names, of the filing it names, superseded or not. Form and Year, where given, must be those of the Ref; Cursor must be left out. */
        EvidenceRef?: string
        /** @description Form to show; the organization's primary form when left out. */
        Form?: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @description Rows a page; a section that is not pageable has one page and takes no notice. */
        Limit?: number
        /** @description Tax year to show; the latest filing of the form when left out. */
        Year?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
        /** @description Id of a section, as Sections of the page lists those a filing has: MoneyFlow, Rating, OperatingModel, Checks, Programs, Governance, Leadership, Contractors, Grants, RelatedOrganizations, InterestedPersons, Fundraising, NoncashContributions, FinancialStatements, Foundation, UnrelatedBusiness, Postcard, Schedules. */
        SectionId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CharitySection']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  listSubawards: {
    parameters: {
      query?: {
        /** @description NextCursor of the answer before; stale once awards or their mapping change. */
        Cursor?: string
        /** @description Rows an answer. */
        Limit?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SubawardList']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  readSummary: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SummaryEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  summarizeDiligence: {
    parameters: {
      query: {
        /** @description Up to 25 EINs of nine digits each, separated by commas, each once. */
        EINs: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['DiligenceSummary']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  compareOrganizations: {
    parameters: {
      query: {
        /** @description 2 to 5 EINs of nine digits each, separated by commas, each once. */
        EINs: string
        /** @description Form to compare; the primary form of each organization when left out. */
        Form?: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @description Tax year to compare; the latest filing of each when left out. Without Form, a year for which the primary form was not filed opens the form that was. */
        Year?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Comparison']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  exportOrganizations: {
    parameters: {
      query?: {
        /** @description NTEE code or prefix, or a cause label. */
        Cause?: string
        /** @description Exact canonical cause label. */
        CauseLabel?:
          | 'Arts, Culture & Humanities'
          | 'Education'
          | 'Environment'
          | 'Animal-Related'
          | 'Health Care'
          | 'Mental Health & Crisis Intervention'
          | 'Voluntary Health Associations & Medical Disciplines'
          | 'Medical Research'
          | 'Crime & Legal-Related'
          | 'Employment'
          | 'Food, Agriculture & Nutrition'
          | 'Housing & Shelter'
          | 'Public Safety, Disaster Preparedness & Relief'
          | 'Recreation & Sports'
          | 'Youth Development'
          | 'Human Services'
          | 'International, Foreign Affairs & National Security'
          | 'Civil Rights, Social Action & Advocacy'
          | 'Community Improvement & Capacity Building'
          | 'Philanthropy, Voluntarism & Grantmaking Foundations'
          | 'Science & Technology'
          | 'Social Science'
          | 'Public & Societal Benefit'
          | 'Religion-Related'
          | 'Mutual & Membership Benefit'
          | 'Unknown'
        /** @description Columns wanted, separated by commas, in their order; all when left out. Rank, EIN, Name, NameRef, OtherNames, OtherNamesRefs, City, State, Country, CauseCode, CauseLabel, CauseInferred, CauseRef, PrimaryForm, Forms, EntityType, FamilyID, OrganizationRole, EvidenceTier, Description, OperatingResource, OperatingResourceLabel, OperatingDelivery, OperatingDeliveryLabel, IsRevoked, TaxYear, PeriodEnd, Revenue, RevenueRef, RevenueTaxYear, Expenses, ExpensesRef, ExpensesTaxYear, Assets, AssetsRef, AssetsTaxYear, ProgramRatio, ProgramRatioRef, ProgramRatioTaxYear, ProgramRatioDerivedFrom, RatingScore, RatingBand, RatingPolicy, RatingRef, RatingTaxYear, RatingFilingRef, MatchKind, MatchField, MatchValue, MatchPlace, MatchRef, Explanation. */
        Columns?: string
        /** @description Kind of organization. */
        EntityType?:
          | 'PrivateFoundation'
          | 'UnrelatedBusinessFiler'
          | 'SmallTaxExemptOrganization'
          | 'OperatingOrOtherTaxExempt'
        /** @description Best text the organization has; Mode=Discovery only. */
        EvidenceTier?: 'OfficialWebsite' | 'FiledProgram' | 'FiledMission' | 'ClassificationOnly'
        /** @description This parameter alone decides how the rows are written, not the Accept header. */
        Format?: 'csv' | 'ndjson' | 'parquet'
        /** @description Most revenue of the latest filing, USD. */
        MaxRevenue?: number
        /** @description Least revenue of the latest filing, USD. */
        MinRevenue?: number
        /** @description Identity looks up names and EINs, Discovery what organizations do. */
        Mode?: 'Identity' | 'Discovery'
        /** @description Form the organization mainly files. */
        PrimaryForm?: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @description A name, EIN or alias; in Discovery, what the organizations do. Left out: all organizations that pass the filters. */
        Query?: string
        /** @description Order of the hits. */
        Sort?: 'Relevance' | 'Revenue' | 'Assets' | 'Recent'
        /** @description Registered state or territory, by code or name. */
        State?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          'Content-Disposition': components['headers']['Content-Disposition']
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Found': components['headers']['X-Found']
          'X-Release': components['headers']['X-Release']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/vnd.apache.parquet': string
          'application/x-ndjson': components['schemas']['ExportRow']
          'text/csv': string
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  rankCohortFunders: {
    parameters: {
      query: {
        /** @description Other money filed as paid, too: transfers to related organizations, contractors. Never counted: what was only approved for later payment, loans and guarantees, and gifts to related organizations on Schedule R that Schedule I of the same return lists, too. */
        AllCategories?: boolean
        /** @description Up to 25 EINs of nine digits each, separated by commas, each once; also of organizations that have filed nothing. */
        EINs: string
        /** @description Funders an answer. */
        Limit?: number
        /** @description Grants filed for this tax year or later. */
        MinYear?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CohortFunderList']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  getHealth: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Health']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  searchOrganizations: {
    parameters: {
      query?: {
        /** @description NTEE code or prefix, or a cause label. Only with Query. */
        Cause?: string
        /** @description Exact canonical cause label. Only with Query. */
        CauseLabel?:
          | 'Arts, Culture & Humanities'
          | 'Education'
          | 'Environment'
          | 'Animal-Related'
          | 'Health Care'
          | 'Mental Health & Crisis Intervention'
          | 'Voluntary Health Associations & Medical Disciplines'
          | 'Medical Research'
          | 'Crime & Legal-Related'
          | 'Employment'
          | 'Food, Agriculture & Nutrition'
          | 'Housing & Shelter'
          | 'Public Safety, Disaster Preparedness & Relief'
          | 'Recreation & Sports'
          | 'Youth Development'
          | 'Human Services'
          | 'International, Foreign Affairs & National Security'
          | 'Civil Rights, Social Action & Advocacy'
          | 'Community Improvement & Capacity Building'
          | 'Philanthropy, Voluntarism & Grantmaking Foundations'
          | 'Science & Technology'
          | 'Social Science'
          | 'Public & Societal Benefit'
          | 'Religion-Related'
          | 'Mutual & Membership Benefit'
          | 'Unknown'
        /** @description One-based page; NextCursor of the page before. Only with Query. */
        Cursor?: number
        /** @description Kind of organization. Only with Query. */
        EntityType?:
          | 'PrivateFoundation'
          | 'UnrelatedBusinessFiler'
          | 'SmallTaxExemptOrganization'
          | 'OperatingOrOtherTaxExempt'
        /** @description Best text the organization has; Mode=Discovery only. Only with Query. */
        EvidenceTier?: 'OfficialWebsite' | 'FiledProgram' | 'FiledMission' | 'ClassificationOnly'
        /** @description Whether to count the matches by state, cause, form, type and revenue. Only with Query. */
        Facets?: boolean
        /** @description Results a page. Only with q. */
        limit?: number
        /** @description Hits a page. Only with Query. */
        Limit?: number
        /** @description Most revenue of the latest filing, USD. Only with Query. */
        MaxRevenue?: number
        /** @description Least revenue of the latest filing, USD; wins over words of q. Only with q. */
        min_revenue?: number
        /** @description Least revenue of the latest filing, USD. Only with Query. */
        MinRevenue?: number
        /** @description Identity looks up names and EINs, Discovery what organizations do. Only with Query. */
        Mode?: 'Identity' | 'Discovery'
        /** @description One-based page. Only with q. */
        page?: number
        /** @description Form the organization mainly files. Only with Query. */
        PrimaryForm?: '990' | '990EZ' | '990N' | '990PF' | '990T'
        /** @description A name, an EIN, what organizations do, or a question in plain words. Exactly one of Query and q is given. */
        q?: string
        /** @description A name, EIN or alias; in Discovery, what the organizations do. Exactly one of Query and q is given. */
        Query?: string
        /** @description Order of the results; wins over words of q. Only with q. */
        sort?: 'relevance' | 'revenue' | 'assets' | 'rating' | 'program_ratio' | 'recent'
        /** @description Order of the hits. Only with Query. */
        Sort?: 'Relevance' | 'Revenue' | 'Assets' | 'Recent'
        /** @description Two-letter code of the registered state; wins over words of q. Only with q. */
        state?: string
        /** @description Registered state or territory, by code or name. Only with Query. */
        State?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['SearchResults']
            | components['schemas']['SearchEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  listSources: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SourceList']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  getStats: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Stats']
            | components['schemas']['StatsEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The key has no Advanced operations. */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  getTopLists: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['TopLists']
            | components['schemas']['TopListsEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The key has no Advanced operations. */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json':
            | components['schemas']['Error']
            | components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
  getUsage: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UsageSummary']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description A parameter is not valid, or the page is too deep (surface A). */
      422: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error']
        }
      }
    }
  }
  readCoreRecord: {
    parameters: {
      query?: {
        /** @description must not be used; leave it out */
        validate?: unknown
        /** @description Tax year of the primary form; the latest when it is left out. */
        year?: number
      }
      header?: never
      path: {
        /** @description Employer Identification Number: nine digits, or an integer, its leading zero given or not. */
        ein: number | string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The answer. */
      200: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Server-Timing': components['headers']['Server-Timing']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['CoreRecordEnvelope']
        }
      }
      /** @description The request cannot be read, a Cursor or EvidenceRef is none that was given or, on surface B, a parameter is not valid. */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The credential is malformed, unknown or revoked. */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description No such organization, filing, section or evidence is known; of totals: nothing is filed. */
      404: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The allowance of the day is used up, requests come too fast, or the service is busy; Retry-After says when to come again. */
      429: {
        headers: {
          RateLimit: components['headers']['RateLimit']
          'RateLimit-Policy': components['headers']['RateLimit-Policy']
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The service failed; X-Request-Id leads its operators to the cause. */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
      /** @description The index or the store cannot be reached or has not been built; Retry-After says when to come again. */
      503: {
        headers: {
          'Retry-After': components['headers']['Retry-After']
          'X-Request-Id': components['headers']['X-Request-Id']
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ErrorEnvelope']
        }
      }
    }
  }
}
