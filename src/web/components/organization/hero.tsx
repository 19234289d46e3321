import { formatEin } from '#src/domain/ein.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Organization } from '#src/organizations/organization.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { toLabel } from '#src/web/charts/labels.ts'
import { evidencePath } from '#src/web/links.ts'
import { cutText } from '../cut-text.ts'
import { Name } from '../name.tsx'
import { useSourceNumber } from '../printed-sources.tsx'
import { SourceLink } from '../value.tsx'
import { Cited } from './cited.tsx'

/** Two or three paragraphs; the evidence has the whole. */
const LONGEST_MISSION = 700

/** Who an organization is: names, place, contact, what it says it is for, and what marks it. */
export const Hero = ({ page }: { page: Page }) => {
  const { organization, hero, texts, chips } = page
  const { ein } = organization
  const isRenamed = hero.legalName && isOther(hero.legalName.value, hero.name.value)
  return (
    <div class="hero">
      <h1>
        <Name>{hero.name.value}</Name>
      </h1>
      {isRenamed && hero.legalName && (
        <p class="quiet">
          On this filing:{' '}
          <Cited ein={ein} label="Name on the filing" ref_={hero.legalName.ref}>
            {hero.legalName.value}
          </Cited>
        </p>
      )}
      <OtherNames organization={organization} shown={hero.legalName?.value} />
      <Contact page={page} />
      <ul class="chips" aria-label="Status">
        {chips.map(({ label, ref }) => (
          <li key={label}>
            <Chip ein={ein} label={label} ref_={ref} />
          </li>
        ))}
      </ul>
      <Purpose ein={ein} texts={texts} />
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

/** What speaks against an organization must not look like what it is (`toChips`, page/chips.ts). */
const toneOf = (label: string): string => {
  if (/may be on a restriction list/i.test(label)) return ' tone-caution'
  return /on a restriction list|^Exemption revoked/i.test(label) ? ' tone-concern' : ''
}

/** What is not filed but read where it says so itself. */
const FROM_WEBSITE = 'from its website'

const isOther = (one: string, other: string): boolean =>
  one.trim().toLowerCase() !== other.trim().toLowerCase()

const KINDS = { legal: 'legal name', 'doing-business-as': 'doing business as', former: 'formerly' }
// Organizations with more have them spelt in slightly different ways.
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
          <Cited ein={ein} label="Other name" ref_={other.ref}>
            {other.name}
          </Cited>{' '}
          ({KINDS[other.kind]})
        </span>
      ))}
      {others.length > MOST_NAMES && ` and ${others.length - MOST_NAMES} more names`}
    </p>
  )
}

const Contact = ({ page: { organization, hero, web } }: { page: Page }) => {
  const { ein } = organization
  const { location, website, phone, recognitionDate } = hero
  const place = location && toLocation(location.value)
  return (
    <dl class="contact">
      <Item term="EIN">{formatEin(ein)}</Item>
      <Item term="Place">
        {place && location ? (
          <Cited ein={ein} label="Place" ref_={location.ref}>
            {place}
          </Cited>
        ) : (
          <Unknown />
        )}
      </Item>
      <Item term="Website">
        {website ? (
          <>
            <a href={website.value} rel="noopener nofollow">
              {toLabel(website.value.replace(/^https?:\/\//, '').replace(/\/$/, ''), 50)}
            </a>{' '}
            <SourceLink ein={ein} label="website" ref_={website.ref} />
          </>
        ) : (
          <Unknown />
        )}
      </Item>
      <Item term="Phone">
        {phone ? (
          <Cited ein={ein} label="Phone" ref_={phone.ref}>
            {spellPhone(phone.value)}
          </Cited>
        ) : (
          <Unknown />
        )}
      </Item>
      <Item term="Recognized by the IRS">
        {recognitionDate ? (
          <Cited ein={ein} label="Month of the IRS's ruling" ref_={recognitionDate.ref}>
            {MONTH.format(new Date(`${recognitionDate.value}-01`))}
          </Cited>
        ) : (
          <Unknown words="not in the registry" />
        )}
      </Item>
      {web && web.socialLinks.length > 0 && (
        <Item term="Elsewhere">
          {web.socialLinks.filter(isWeb).map(({ value, ref }, at) => (
            <span key={value.URL}>
              {at > 0 && ', '}
              <a href={value.URL} rel="noopener nofollow">
                {value.Network}
              </a>{' '}
              <SourceLink ein={ein} label={value.Network} ref_={ref} words={FROM_WEBSITE} />
            </span>
          ))}
        </Item>
      )}
    </dl>
  )
}

/** Ten digits as they are read; whatever else was filed as it stands. */
const spellPhone = (phone: string): string => phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

const isWeb = ({ value }: { value: { URL: string } }): boolean => /^https?:\/\//i.test(value.URL)

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const Item = ({ term, children }: { term: string; children: preact.ComponentChildren }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

const Unknown = ({ words = 'not reported' }: { words?: string }) => (
  <span class="unknown">{words}</span>
)

const Purpose = ({ ein, texts }: { ein: string; texts: Page['texts'] }) => {
  const text = texts.mission ?? texts.description
  if (!text) return <p class="unknown">No mission or description is filed.</p>
  const isCut = text.value.length > LONGEST_MISSION
  const isFromWebsite = parseRef(text.ref)?.kind === 'web'
  const source = isFromWebsite ? FROM_WEBSITE : isCut ? 'and where it was filed' : 'where filed'
  return (
    <p class="mission" dir="auto">
      {cutText(text.value, LONGEST_MISSION)}{' '}
      <SourceLink
        ein={ein}
        label={texts.mission ? 'mission' : 'description'}
        ref_={text.ref}
        words={isCut ? `the whole text, ${source}` : source}
      />
    </p>
  )
}
