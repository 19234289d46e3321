import { isOfNetwork } from '../read-page/social-links.ts'

// Organizations file the domain of their mail address, of their search engine, or of a donation
// site. The page there describes another company. Directories that are nonprofits themselves are
// not listed, because they file their own site correctly; due.ts excludes websites that many
// organizations file.
const SHARED_HOSTS = new Set(
  `gmail.com googlemail.com google.com yahoo.com ymail.com rocketmail.com aol.com hotmail.com
  outlook.com live.com msn.com bing.com duckduckgo.com icloud.com me.com mac.com apple.com
  microsoft.com office.com protonmail.com proton.me zoho.com gmx.com mail.com fastmail.com
  comcast.net xfinity.com verizon.net att.net sbcglobal.net bellsouth.net earthlink.net
  juno.com netzero.net charter.net cox.net frontier.com frontiernet.net centurylink.net
  windstream.net optonline.net roadrunner.com guidestar.org irs.gov wikipedia.org
  paypal.com gofundme.com eventbrite.com amazon.com smile.amazon.com linktr.ee wix.com
  squarespace.com wordpress.com weebly.com godaddy.com`.split(/\s+/),
)

/** Returns why a site cannot be an organization's own; undefined if it may be. */
export function findForeignHost(url: URL): { kind: string; reason: string } | undefined {
  if (isOfNetwork(url)) {
    return {
      kind: 'SocialPage',
      reason: `${url.hostname} is a social network, not the organization's own site.`,
    }
  }
  // Only the host itself: some organizations have sites below these hosts.
  if (!SHARED_HOSTS.has(url.hostname.replace(/^(?:www|mail)\./, ''))) return undefined
  return {
    kind: 'SharedHost',
    reason: `${url.hostname} is a shared service, not the organization's own site.`,
  }
}
