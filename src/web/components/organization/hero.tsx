import type { ComponentChildren } from 'preact'
import { formatDay, formatMonth } from '#src/domain/days.ts'
import { formatEin } from '#src/domain/ein.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { toLocation } from '#src/domain/places.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import type { Organization } from '#src/organizations/organization.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { evidencePath, organizationPath } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { evidenceTexts } from '#src/web/texts/evidence.tsx'
import { filingsTexts } from '#src/web/texts/filings.tsx'
import { organizationTexts } from '#src/web/texts/organization.tsx'
import { Cited, SourceLink } from '../figure.tsx'
import { nameFiling, yearsByForm } from '../filing.tsx'
import { useSourceNumber } from '../printed-sources.tsx'
import { cutText, Day, DisplayName, Term, toLabel } from '../text.tsx'

const texts = organizationTexts.hero

/** Two or three paragraphs; the evidence page has the whole text. */
const LONGEST_MISSION = 700

/** Describes an organization: names, place, contact, mission, and status. */
export const Hero = ({ page }: { page: Page }) => {
  const { organization, hero, chips } = page
  const { ein } = organization
  const { legalName } = hero
  return (
    <div class="hero">
      <h1>
        <DisplayName name={hero.name.value} />
      </h1>
      {legalName && isOther(legalName.value, hero.name.value) && (
        <p class="quiet">
          {texts.onThisFiling(
            <Cited ein={ein} label={texts.nameOnFiling} ref_={legalName.ref} isName>
              {legalName.value}
            </Cited>,
          )}
        </p>
      )}
      <OtherNames organization={organization} shown={legalName?.value} />
      <Contact page={page} />
      <ul class="chips" aria-label={texts.status}>
        {chips.map(({ label, ref }) => (
          <li key={label}>
            <Chip ein={ein} label={label} ref_={ref} />
          </li>
        ))}
      </ul>
      <Purpose ein={ein} filed={page.texts} />
    </div>
  )
}

type ChipProps = { ein: string; label: string; ref_: string }

const Chip = ({ ein, label, ref_: ref }: ChipProps) => (
  <a
    class={`chip${toneOf(label)}`}
    href={evidencePath(ein, ref)}
    data-source={useSourceNumber(ein, ref, label)}
  >
    {label}
  </a>
)

/** Warnings (`toChips`, page/chips.ts) must not look like neutral facts. */
const toneOf = (label: string): string => {
  if (/may be on a restriction list/i.test(label)) return ' tone-caution'
  return /on a restriction list|^Exemption revoked/i.test(label) ? ' tone-concern' : ''
}

const isOther = (one: string, other: string): boolean =>
  one.trim().toLowerCase() !== other.trim().toLowerCase()

// Organizations with more names have only slightly different spellings of one name.
const MOST_NAMES = 4

type NamesProps = { organization: Organization; shown: string | undefined }

const OtherNames = ({ organization: { ein, name, names }, shown = name }: NamesProps) => {
  const others = names.filter((one) => isOther(one.name, name) && isOther(one.name, shown))
  if (others.length === 0) return null
  return (
    <p class="quiet">
      Also known as{' '}
      {others.slice(0, MOST_NAMES).map((other, at) => (
        <span key={other.ref}>
          {at > 0 && '; '}
          <Cited ein={ein} label="Other name" ref_={other.ref} isName>
            {other.name}
          </Cited>{' '}
          ({texts.nameKinds[other.kind]})
        </span>
      ))}
      {others.length > MOST_NAMES && texts.moreNames(others.length - MOST_NAMES)}
    </p>
  )
}

const Contact = ({ page: { organization, hero, web } }: { page: Page }) => {
  const { ein } = organization
  const { location, website, phone, recognitionDate } = hero
  const place = location && toLocation(location.value)
  return (
    <dl class="contact">
      <Term term="EIN">{formatEin(ein)}</Term>
      <Term term="Location">
        <CitedOr ein={ein} label="Location" ref_={place && location?.ref} isName>
          {place}
        </CitedOr>
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
        <CitedOr ein={ein} label="Phone" ref_={phone?.ref}>
          {phone && formatPhone(phone.value)}
        </CitedOr>
      </Term>
      <Term term={texts.recognized}>
        <CitedOr
          ein={ein}
          label={texts.ruling}
          ref_={recognitionDate?.ref}
          unknown={organization.registry ? texts.noRuling : texts.notInRegistry}
        >
          {recognitionDate && formatMonth(`${recognitionDate.value}-01`)}
        </CitedOr>
      </Term>
      {web && web.socialLinks.length > 0 && (
        <Term term="Social media">
          {web.socialLinks.filter(isWeb).map(({ value, ref }, at) => (
            <span key={value.URL}>
              {at > 0 && ', '}
              <a href={value.URL} rel="noopener nofollow">
                {value.Network}
              </a>{' '}
              <SourceLink
                ein={ein}
                label={value.Network}
                ref_={ref}
                words={evidenceTexts.link.website}
              />
            </span>
          ))}
        </Term>
      )}
    </dl>
  )
}

type CitedOrProps = {
  ein: string
  label: string
  ref_: string | undefined
  unknown?: string
  isName?: boolean
  children: ComponentChildren
}

const CitedOr = ({ ref_: ref, unknown = 'not reported', ...props }: CitedOrProps) =>
  ref ? <Cited {...props} ref_={ref} /> : <span class="unknown">{unknown}</span>

/** Formats a phone number of ten digits; returns any other text as filed. */
const formatPhone = (phone: string): string =>
  phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

const isWeb = ({ value }: { value: { URL: string } }): boolean => /^https?:\/\//i.test(value.URL)

const Purpose = ({ ein, filed }: { ein: string; filed: Page['texts'] }) => {
  const text = filed.mission ?? filed.description
  if (!text) return <p class="unknown">{texts.noMission}</p>
  const isCut = text.value.length > LONGEST_MISSION
  const isFromWebsite = parseRef(text.ref)?.kind === 'web'
  const { source, wholeText, website, wholeFromWebsite } = evidenceTexts.link
  const [part, whole] = isFromWebsite ? [website, wholeFromWebsite] : [source, wholeText]
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

type Props = { overview: Pick<Overview, 'page' | 'latest'> }

/** The organization's forms and years; the one shown is marked. */
export const FilingSwitch = ({ overview }: Props) => {
  const { organization, filing } = overview.page
  const isShown = (form: string, year: number) => form === filing.form && year === filing.taxYear
  return (
    <nav class="filing-switch" aria-label={organizationTexts.shown.switch}>
      {yearsByForm(organization).map(({ form, years }) => (
        <div key={form}>
          <span class="form-name">{FORM_NAMES[form]}</span>
          <ul>
            {years.map((year) => (
              <li key={year}>
                <a
                  href={organizationPath(organization.ein, { form, year })}
                  aria-label={nameFiling({ form, taxYear: year })}
                  aria-current={isShown(form, year) ? 'page' : undefined}
                >
                  {year}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The filing that all figures are from, and whether it is the latest. */
export const ShownFiling = ({ overview: { page, latest } }: Props) => {
  const { organization, filing } = page
  const { form, taxPeriodEnd, receivedOn } = filing
  const { shown } = organizationTexts
  const ended = isShortYear(filing)
    ? filingsTexts.shortYearEnded(formatDay(taxPeriodEnd))
    : filingsTexts.yearEnded(formatMonth(taxPeriodEnd))
  const replaced = organization.filings.filter(
    (one) =>
      stateOf(one) === 'Superseded' && one.form === form && one.taxPeriodEnd === taxPeriodEnd,
  ).length
  return (
    <>
      <p>{shown.filing(nameFiling(filing), ended, receivedOn && <Day iso={receivedOn} />)}</p>
      {latest.objectId !== filing.objectId && (
        <p class="notice">
          {shown.notLatest(
            <a href={organizationPath(organization.ein)}>{shown.openLatest(nameFiling(latest))}</a>,
          )}
        </p>
      )}
      {replaced > 0 && <p class="quiet">{shown.replaces(replaced)}</p>}
    </>
  )
}
