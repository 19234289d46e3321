import type { AboutOne, Question } from './question.ts'

type CueKind =
  | Exclude<
      Question['kind'],
      'Lookup' | 'Unknown' | 'Figure' | 'Grants' | 'Find' | 'Recover' | AboutOne
    >
  | AboutOne

const cue = (words: string): RegExp => new RegExp(String.raw`\b(?:${words})(?![\p{L}])`, 'giu')

const ASKED = '(?:can|could|would|will|should)'
// "How much did it make" asks for revenue; of a person it is pay.
const PAY_SAID = '(?:paid|compensated|salar(?:y|ies)|compensation|pay)'
const PAID = `(?:paid|earns?|earn|mak(?:e|es|ing)|compensated|salar(?:y|ies)|compensation|pay)`
const MORE_THAN =
  '(?:bigger|larger|smaller|richer|wealthier|better(?: rated)?|higher rated|more efficient)'
const LEADER = `(?:ceos?|chief executive(?: officer)?s?|presidents?|executive directors?|directors?|board(?: members?| of directors)?|officers?|trustees?|key employees|cfos?|treasurers?|leaders?(?:hip)?|management team|executives?|boss)`

/** Which words ask for what. In this order: what is said more exactly comes first. */
export const CUES: readonly (readonly [kind: CueKind, pattern: RegExp])[] = [
  [
    'Help',
    cue(
      `what (?:else )?(?:can|do) (?:you|i) (?:do|answer|ask(?: you)?|know|help(?: me)? with)|what (?:questions|things) can (?:you|i)|how (?:do|can) i use (?:this|you)|help me get started|^help|^(?:hi|hello|hey)(?: there)?[!. ]*$|who are you|what are you`,
    ),
  ],
  [
    'Advice',
    cue(
      `(?:should|shall|could|can|may) (?:i|we|my (?:family|company|wife|husband|mother|father|client|boss)|one|people|anyone|donors|he|she|they)(?: still| safely| really| ever)? (?:donate|give(?: money)?|contribute|support|invest|trust|fund|work)(?: (?:to|for|with|in|money to))?|(?:is it|would it be) (?:safe|wise|smart|a good idea|ok|okay|worth(?: it)?|worthwhile) (?:to|for me to) (?:donate|give(?: money)?|contribute|support)(?: (?:to|money to))?|a scam|scams?|legit(?:imate)?|trustworthy|reputable|a (?:good|real) (?:charity|organization|nonprofit)(?: to (?:donate|give) to)?|worth (?:donating(?: to)?|giving(?: to)?|supporting|my money)|recommend(?: (?:i|that i))?(?: (?:donate|donating|giving|give)(?: to)?)?|good place to (?:donate|give)`,
    ),
  ],
  [
    'Compare',
    cue(
      String.raw`compar(?:e|ed|ing|ison)(?: (?:the )?(?:of|between|with|to))?|versus|vs\.?|v\.|differences? between|which (?:one )?of|which (?:is|has|one)|who (?:spends|has|pays|is) (?:more|less|the most|bigger|larger|better rated)|side by side|(?:(?:is|was|are) (?=.{1,140} (?:${MORE_THAN}) than))|(?:${MORE_THAN}) than(?! \$?\d)|is it better to (?:donate|give|support)(?: (?:money )?to)?`,
    ),
  ],
  [
    'Sector',
    cue(
      String.raw`(?:whole |entire |nonprofit |charitable |us |u\.s\. |american |total |the )*(?:nonprofit |charitable |charity |third )?sector|all (?:of )?(?:the )?(?:us |u\.s\. |american )?(?:nonprofits|charities|non-profits|tax[- ]exempt organizations|organizations)(?: together| combined)?|how many (?:nonprofits|charities|non-profits|nonprofit organizations|organizations|filings|returns)(?: are)?(?: there| in total| in the (?:us|united states|country|dataset|database|data)| loaded| do you (?:have|know|cover)| filed| on file| covered)*(?=[ ?.!|]*$)|(?:how big|how large) is (?:this|the|your) (?:data ?set|database|data|collection)`,
    ),
  ],
  [
    'Grantees',
    cue(
      `(?:who(?: else)?|which (?:organizations?|charit(?:y|ies)|nonprofits?)|what organizations?) (?:has |have |all )*(?:receive[sd]?|gets?|got|gotten) (?:any |the )?(?:money|grants?|funding|funds|support|gifts?|donations?) (?:from|by|of)`,
    ),
  ],
  [
    'Funders',
    cue(
      `(?:who|which (?:foundations?|organizations?|funders?)|what (?:foundations?|organizations?)) (?:are |is |has |have |all |else |also |mainly )*(?:fund(?:s|ed|ing)?|support(?:s|ed|ing)?|back(?:s|ed|ing)?|finance[sd]?|donat(?:e|es|ed|ing) to|giv(?:e|es|ing) (?:money |grants? )?to|gave (?:money |grants? )?to|given (?:money |grants? )?to|pays? for|sponsor(?:s|ed)?|bankroll(?:s|ed)?)|funders?(?: (?:of|for|behind))?|donors?(?: (?:of|to|for))?|supporters?(?: of)?|backers?(?: of)?|funding sources?(?: (?:of|for))?|(?:funded|supported|backed|financed) by whom|who (?:is|are|was|were)(?= .{1,140} (?:funded|supported|backed|financed) by)|(?:funded|supported|backed|financed) by|where (?:does|do|did)(?= .{1,140} get .{0,12}(?:money|funding|grants|funds|income))|(?:get|gets|got)(?: (?:its|their|all its|all their|the))? (?:money|funding|grants|funds)(?: from)?|grants? (?:received|that .{0,3}received)(?: by)?|(?:receive[sd]?|gets?|got) (?:any )?grants?(?: from)?`,
    ),
  ],
  [
    'Grantees',
    cue(
      String.raw`(?:who|whom|which organizations?|what organizations?|which charities|which nonprofits) (?:does|do|did|has|have)(?: (?:it|they|this organization))?|grantees?(?: of)?|recipients?(?: of(?: (?:grants|money|funding))?(?: (?:from|by))?)?|beneficiar(?:y|ies) of|(?:grants?|money) (?:made|given|paid|awarded)(?: (?:by|from))?|where (?:does|do|did)(?= .{1,140} money go)|money go(?:es)?(?! (?:to|on|into|towards?) (?:its |the )?(?:actual )?(?:program|mission|cause|fund-?rais|admin|overhead|management))|(?:what|which) grants (?:does|did|has|do)|grants (?:of|from|by)|(?:organizations|charities|nonprofits) (?:that (?:are|were) )?funded by|(?:make|makes|made|give|gives|gave) (?:any |its |their |out )?grants?(?: to)?|(?:fund|funds|give(?: money| grants)? to|gives(?: money)? to|gave(?: money)? to|support)(?=[\s?.!|]*$)`,
    ),
  ],
  [
    'Rating',
    cue(
      String.raw`(?:how (?:well |highly |good )?(?:is|are|was))(?= .{1,140} rated)|(?:poorly|badly|well|highly|low|high|only)? ?rated(?: (?:at |so |as |only |just )*(?:\d{1,3}|low|high|poorly|badly|well|highly|strong|good|mixed|weak|scored|unrated))?(?: (?:out of|of) 100)?|(?:ratings?|scores?|verdict|stars?|grade)(?: (?:is|of))?(?: (?:so |only )?(?:\d{1,3}|low|high))?(?: (?:out of|of) 100)?|what (?:would|could|might) (?:lower|raise|improve|increase|hurt|change)|hold(?:s|ing)? (?:it |them |the rating |the score )?back`,
    ),
  ],
  [
    'Awards',
    cue(
      `(?:federal|usaspending) (?:awards?|grants? and contracts|contracts?|grants?|money|funding|funds)|government (?:awards?|contracts?)|awards?|usaspending|contracts (?:with|from) the (?:federal )?government`,
    ),
  ],
  [
    'Checks',
    cue(
      `cross-?checks?|contradict(?:ions?|s|ory)?|inconsisten(?:t|cy|cies)|(?:numbers?|figures|books|totals?|sums?|return)(?: of| in)?(?= .{0,140}add up)|add(?:s)? up|(?:errors?|mistakes?) in|balance sheet balances?|data quality`,
    ),
  ],
  [
    'Compliance',
    cue(
      `complian(?:ce|t)(?: (?:issues?|problems?|matters?))?|sanction(?:s|ed)?(?: lists?)?|(?:on )?(?:any |the )?(?:ofac|sdn|sam)(?: exclusions?)?(?: lists?)?|exclusion lists?|debarred|revoked|revocation|(?:lost|lose|kept) (?:its |their )?(?:tax[- ]exempt(?:ion)?|exemption)(?: status)?|red flags?|due diligence|diligence|good standing|restricted part(?:y|ies)|restriction lists?|watch ?lists?|tax[- ]exempt(?:ion)?(?: status)?|any (?:issues|problems|concerns|warnings)(?: with)?|(?:material )?diversion|clean record`,
    ),
  ],
  [
    'Leadership',
    cue(
      String.raw`who (?:runs|leads|heads|manages|chairs|governs|works at|is in charge of|is running)|who(?:'s| is| are| was| were)? (?:on )?(?:the |its |their )?${LEADER}(?: (?:of|at|for))?|(?:how much|what) (?:is|are|was|were|does|do|did) (?:the |its |their )?${LEADER}(?: (?:of|at|for))?|(?:highest|best|top)[- ]paid(?: (?:people|person|employees?|officers?|executives?|staff))?(?: (?:of|at))?|top earners?|${LEADER}(?:'s|s')? (?:${PAID})(?: (?:of|at|for))?|(?:${PAID}) (?:of |for |to )?(?:the |its |their )?${LEADER}(?: (?:of|at))?|(?:how much|what) (?:does|do|did) (?:he|she|they) ${PAID}|(?:staff|employees?|workers?|people)(?= .{0,140}\b(?:earn|make|paid|pay)[\s?.!|]*$)|how much (?:he|she|they|each)(?: (?:is|are|was|were))? ${PAID}|${LEADER}(?: (?:of|at|for))?|who (?:does|do)(?= .{1,140} pay)|${PAY_SAID}(?=[\s?.!|]*$)`,
    ),
  ],
  [
    'Identity',
    cue(
      String.raw`(?:ein|tax ?id|taxpayer id|employer (?:identification|id))(?: number)?(?: (?:of|for))?|is there (?:an?|any) (?:organization|charity|nonprofit|group|foundation)?(?: (?:called|named))?|do you (?:know|have)(?: (?:an?|any) (?:organization|charity|nonprofit) (?:called|named))?|(?:who|what|which (?:organization|charity|nonprofit)) (?:is|has|does)(?= (?:ein )?[\uE000-\uF8FF]\W*$)|look up|other names?(?: (?:of|for))?|also known as|legal name(?: of)?|former(?:ly)? (?:name|known as|called)(?: of)?|where (?:is|are)(?= .{1,140} (?:located|based|registered))|located|based(?=[\s?.!]*$)|address(?: of)?`,
    ),
  ],
  [
    'Profile',
    cue(
      String.raw`missions?(?: statement)?(?: of)?|what (?:does|do|did|is)(?= .{1,140} (?:do|about|for)\W*$)|what (?:kind|sort|type) of (?:organization|charity|nonprofit) (?:is|are)|(?:do|about)(?=\W*$)|purpose(?: of)?|tell (?:me )?(?:more )?(?:something )?about|(?:give me )?(?:an? )?(?:overview|summary|profile|description)(?: (?:of|on|for))?|summari[sz]e|describe|(?:what|who) (?:is|are)|(?:more )?(?:info|information)(?: (?:on|about))?|website(?: of)?|programs(?: of)?|activities(?: of)?`,
    ),
  ],
]

/** Many of a kind: what a search finds, unlike an organization that is called something. */
export const MANY =
  /\b(?:organi[sz]ations|charities|non-?profits|foundations|groups|ngos|churches|hospitals|museums|schools|shelters|banks|pantries|clinics|programs (?:that|for|in))\b/i

/** Verbs of a search; what follows them is what is searched for. */
export const FIND = cue(
  `^(?:please )?(?:${ASKED} you )?(?:find|search(?: for)?|list|show|recommend|suggest|give me|name|get me|i(?:'m| am) looking for|looking for|i need|i want|are there(?: any)?|which|what|who are)(?: me| us)?(?: (?:a list of|some|all|the|any))?`,
)

/** Asks for other words than those of a search that found nobody. */
export const RECOVER = cue(
  `(?:found|finds?|gave|gives?|got|get|returned|shows?) (?:nothing|no(?: |-)?(?:results?|hits?|matches?)|nobody|none|zero results?)|(?:no|zero) (?:results?|hits?|matches?)|(?:can(?:'t|not)|could(?:n't| not)) (?:find|see)(?: (?:anything|any|results))?(?: for)?|other (?:words|searches|search terms)|what else (?:can|could|should) i search(?: for)?|(?:try|search) (?:again|differently|something else)|(?:suggest|propose)(?: (?:me|another|other|better|different|a))* search(?:es)?|nothing (?:comes|came) up|instead of`,
)

/** Asks for the figures that sum a year up. */
export const MAIN = cue(
  String.raw`financ(?:es|ials?|ially)(?: (?:health|situation|position|condition|figures|state|statements?|data|picture))?|(?:key |main )?(?:numbers|figures)|how (?:is|are|did|was|were)(?= .{1,140} (?:doing|do|perform(?:ed|ing)?)\b)|(?:doing|perform(?:ed|ing)?)(?=\W*$)|how healthy`,
)
