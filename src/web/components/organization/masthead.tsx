import type { ComponentChildren, ComponentProps } from 'preact'
import { formatDay, formatMonth } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { countOf } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import { releaseTime } from '#src/domain/release.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { type Selection, selectFiling, stateOf } from '#src/organizations/filings/select-filing.ts'
import type { Organization } from '#src/organizations/organization.ts'
import type { Page } from '#src/organizations/page/page.ts'
import {
  evidencePath,
  organizationPath,
  returnPath,
  TABS,
  type TabId,
  tabPath,
} from '#src/web/links.ts'
import { toTone } from '../chips.tsx'
import { Cited, SourceLink, WHOLE_TEXT } from '../figure.tsx'
import { FilingSwitch, lagOf, nameFiling } from '../filing.tsx'
import { showContact } from '../formats.ts'
import { Layout } from '../layout.tsx'
import { cutText, Day, DisplayName, OrganizationLink, Term, toLabel } from '../text.tsx'
import { queryOf } from './band.tsx'

/** Two lines of a wide screen; the evidence page has the whole text. */
const LONGEST_MISSION = 220

type PageProps = Pick<ComponentProps<typeof Layout>, 'lag' | 'children'> & {
  organization: Organization
  tab: TabId
  /** What the page shows; the document's title adds the organization. */
  title: string
  description: string
  path: string
  isListed?: boolean
}

/** A page about all filings of an organization, under one of its tabs. */
export const OrganizationPage = ({ organization, tab, children, ...page }: PageProps) => (
  <Layout
    title={page.title}
    of={displayName(organization.name)}
    description={page.description}
    path={page.path}
    isListed={page.isListed ?? false}
    releasedAt={releaseTime(organization.release)}
    lag={page.lag}
  >
    <header class="masthead hero">
      <Title organization={organization} />
    </header>
    <Tabs ein={organization.ein} tab={tab} selection={{}} />
    {children}
  </Layout>
)

type FilingProps = {
  page: Page
  tab: TabId
  /** Returns the address of the same page of another form and year; by default, that of the tab. */
  pathOf?: ((selection: Selection) => string) | undefined
}

type FilingPageProps = FilingProps & {
  /** What the page shows, by default the tab. */
  title?: string
  description?: string
  /** The address that search engines list, by default that of the tab. */
  path?: string
  isListed?: boolean
  children: ComponentChildren
}

/** A page about one filing of an organization, under one of its tabs. */
export const FilingPage = ({ page, tab, pathOf, children, ...head }: FilingPageProps) => {
  const { seo, compiledAt, filing, organization } = page
  const name = displayName(page.hero.name.value)
  const { path = tabPath(organization.ein, tab), isListed } = head
  const isFront = path === organizationPath(organization.ein)
  return (
    <Layout
      title={
        isFront
          ? `${displayName(seo.name)} | EIN ${formatEin(organization.ein)}`
          : (head.title ?? TABS[tab].name)
      }
      of={isFront ? '' : name}
      // May begin with the name.
      description={head.description ?? seo.description.replace(page.hero.name.value, () => name)}
      path={path}
      isListed={isListed}
      jsonLd={isFront ? seo.jsonLd : undefined}
      releasedAt={compiledAt}
      lag={lagOf(filing)}
    >
      <FilingMasthead {...{ page, tab, pathOf }} />
      <div class="organization">{children}</div>
    </Layout>
  )
}

/** Names the organization and the filing that a tab shows; the overview says more. */
const FilingMasthead = ({ page, tab, pathOf }: FilingProps) => {
  const { organization, hero, chips } = page
  const { ein } = organization
  const { Form: form, Year: year } = queryOf(page)
  return (
    <>
      <header class="masthead hero">
        {tab === 'overview' && pathOf === undefined ? (
          <>
            <h1>
              <DisplayName name={hero.name.value} />
            </h1>
            <OtherNames page={page} />
            <Contact page={page} />
            <Purpose ein={ein} filed={page.texts} />
            <ul class="chips" aria-label="Status">
              {chips.map(({ label, ref, tone }) => (
                <li key={label}>
                  <a
                    class={tone ? `chip tone-${toTone(tone)}` : 'chip'}
                    href={evidencePath(ein, ref)}
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Title organization={organization} />
        )}
        <ShownFiling {...{ page, tab, pathOf }} />
      </header>
      <Tabs ein={ein} tab={tab} selection={{ form, year }} />
    </>
  )
}

const Title = ({ organization }: { organization: Organization }) => {
  const place = toLocation(organization)
  return (
    <>
      <h1>
        <OrganizationLink ein={organization.ein} name={organization.name} />
      </h1>
      <p class="quiet">
        {place && (
          <>
            <DisplayName name={place} /> ·{' '}
          </>
        )}
        EIN {formatEin(organization.ein)}
      </p>
    </>
  )
}

type TabsProps = { ein: string; tab: TabId; selection: Parameters<typeof tabPath>[2] }

/** Links to the parts of the organization's page, of the same filing. */
const Tabs = ({ ein, tab, selection }: TabsProps) => (
  <nav class="tabs" aria-label="Parts of this page">
    <ul>
      {(Object.keys(TABS) as TabId[]).map((one) => (
        <li key={one}>
          <a href={tabPath(ein, one, selection)} aria-current={one === tab ? 'page' : undefined}>
            {TABS[one].name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const isOther = (one: string, other: string): boolean =>
  one.trim().toLowerCase() !== other.trim().toLowerCase()

// Organizations with more names have only slightly different spellings of one name.
const MAX_NAMES = 4

const NAME_KINDS = {
  legal: 'legal name',
  former: 'formerly',
}

/** The name on the filing if it differs, then former and trade names. */
const OtherNames = ({ page: { organization, hero } }: { page: Page }) => {
  const { ein, name, names } = organization
  const legal = hero.legalName
  const shown = legal?.value ?? name
  const others = names.filter((one) => isOther(one.name, name) && isOther(one.name, shown))
  const isRenamed = legal !== undefined && isOther(legal.value, hero.name.value)
  if (!isRenamed && others.length === 0) return null
  return (
    <p class="other-names quiet">
      {isRenamed && (
        <>
          On this filing:{' '}
          <Cited ein={ein} label="Name on the filing" ref_={legal.ref} isName>
            {legal.value}
          </Cited>{' '}
        </>
      )}
      {others.length > 0 && 'Also known as '}
      {others.slice(0, MAX_NAMES).map((other, at) => (
        <span key={other.ref}>
          {at > 0 && '; '}
          <Cited ein={ein} label="Other name" ref_={other.ref} isName>
            {other.name}
          </Cited>
          {other.kind !== 'doing-business-as' && ` (${NAME_KINDS[other.kind]})`}
        </span>
      ))}
      {others.length > MAX_NAMES && ` and ${countOf(others.length - MAX_NAMES, 'more name')}`}
    </p>
  )
}

const WEBSITE = 'from its website'

const Contact = ({ page: { organization, hero, web } }: { page: Page }) => {
  const { ein } = organization
  const { location, website, phone, recognitionDate } = hero
  const place = location && toLocation(location.value)
  return (
    <dl class="contact">
      <Term term="EIN">{formatEin(ein)}</Term>
      <Term term="Location">
        <Cited ein={ein} label="Location" ref_={place && location?.ref} isName>
          {place}
        </Cited>
      </Term>
      <Term term="Website">
        {website ? (
          <>
            <a href={website.value} rel="noopener nofollow">
              {toLabel(website.value.replace(/^https?:\/\//, '').replace(/\/$/, ''), 50)}
            </a>{' '}
            <SourceLink ein={ein} label="website" ref_={website.ref} />
          </>
        ) : (
          <span class="unknown">not reported</span>
        )}
      </Term>
      <Term term="Phone">
        <Cited ein={ein} label="Phone" ref_={phone?.ref}>
          {phone && showContact('phone', phone.value)}
        </Cited>
      </Term>
      <Term term="Recognized by the IRS">
        <Cited
          ein={ein}
          label="Month of the IRS ruling"
          ref_={recognitionDate?.ref}
          unknown={
            organization.registry ? 'month not listed' : 'not in the registry data loaded here'
          }
        >
          {recognitionDate && formatMonth(`${recognitionDate.value}-01`)}
        </Cited>
      </Term>
      {web && web.socialLinks.length > 0 && (
        <Term term="Social media">
          {web.socialLinks.filter(isWeb).map(({ value, ref }, at) => (
            <span key={value.URL}>
              {at > 0 && ', '}
              <a href={value.URL} rel="noopener nofollow">
                {value.Network}
              </a>{' '}
              <SourceLink ein={ein} label={value.Network} ref_={ref} words={WEBSITE} />
            </span>
          ))}
        </Term>
      )}
    </dl>
  )
}

const isWeb = ({ value }: { value: { URL: string } }): boolean => /^https?:\/\//i.test(value.URL)

const Purpose = ({ ein, filed }: { ein: string; filed: Page['texts'] }) => {
  const text = filed.mission ?? filed.description
  if (!text) return <p class="unknown">We found no mission or description.</p>
  const isCut = text.value.length > LONGEST_MISSION
  const isFromWebsite = parseRef(text.ref)?.kind === 'web'
  const [part, whole] = isFromWebsite
    ? [WEBSITE, 'full text, from its website']
    : ['source', WHOLE_TEXT]
  return (
    <p class="mission" dir="auto">
      {cutText(text.value, LONGEST_MISSION)}{' '}
      <SourceLink
        ein={ein}
        label={filed.mission ? 'mission' : 'description'}
        ref_={text.ref}
        words={isCut ? whole : part}
      />
    </p>
  )
}

/** The filing that all figures are from, whether it is the latest, and links to the others. */
const ShownFiling = ({ page, tab, pathOf }: FilingProps) => {
  const { organization, filing } = page
  const latest = selectFiling(organization, {})
  const { form, taxPeriodEnd, receivedOn } = filing
  const ended = isShortYear(filing)
    ? `short year ended ${formatDay(taxPeriodEnd)}`
    : `year ended ${formatMonth(taxPeriodEnd)}`
  const replaced = organization.filings.filter(
    (one) =>
      stateOf(one) === 'Superseded' && one.form === form && one.taxPeriodEnd === taxPeriodEnd,
  ).length
  return (
    <div class="shown-filing">
      <FilingSwitch
        {...{ organization, filing }}
        pathOf={pathOf ?? ((selection) => tabPath(organization.ein, tab, selection))}
      />
      <p class="quiet">
        This page shows{' '}
        <a href={returnPath(organization.ein, filing.objectId)}>{nameFiling(filing)}</a> ({ended}
        {receivedOn && (
          <>
            , received by the IRS on <Day iso={receivedOn} />
          </>
        )}
        ).
        {replaced > 0 && (
          <>
            {' '}
            {replaced === 1
              ? 'It replaces an earlier return for the same period.'
              : `It replaces ${replaced} earlier returns for the same period.`}
          </>
        )}
      </p>
      {latest.objectId !== filing.objectId && (
        <p class="notice">
          This is not the latest filing.{' '}
          <a href={pathOf?.({}) ?? tabPath(organization.ein, tab)}>
            {`Open the latest: ${nameFiling(latest)}`}
          </a>
        </p>
      )}
    </div>
  )
}
