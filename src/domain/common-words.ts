import { normalizeName, tokenize } from './names.ts'
import { US_STATES } from './places.ts'

// Words in more than one of a thousand names of the registry (a sample of 140,934 rows, 2026-04)
// and similar words. The sample's states and cities are replaced by all states.
const WORDS = `
  academy accepted access accredited action active adult advancement advocacy affiliation african
  against agency agricultural aid air alliance all alpha alumni america american ancient and
  angels animals apostolic area arts assembly assistance association at athletic athletics aviation
  band baptist bar baseball basketball bay benefit benevolent beta better bethel bible big black
  blue board boosters boys bridge brotherhood building bureau business by calvary camp cancer
  capital care cares catholic cause cemetery center central chamber change chapel chapter
  charitable charter chess chi children choir christ christian church citizens city civic club
  coalition collaborative collective college columbia columbus commerce commission committee
  community company conference congregation congress connection conservation cooperative corner
  corps council country county covenant creek cross cultural culture dance daughters day del
  delta democratic dental department development disabled disaster district dog dream dreams
  e early earth east eastern economic education electrical elementary emergency empowerment
  endowment energy engineers environmental episcopal equality evangelical event exchange
  expansion faith families farm federal federation fellowship festival fifth fighters fire first
  fiscal food football for foreign forest foundation fraternal fraternity free freedom friends
  fund future garden general generation girls giving global god golf good gospel government grace
  grand grange great greater green group growth guild hall hands harvest haven healing health
  healthcare heart hearts help helping heritage high higher hill hills historical hockey holy
  home homeless homes honor hope hospital house housing human humanitarian humanity impact
  improvement in independent industrial information initiative innovation institute insurance
  international james jesus john joseph joy junior justice kids kingdom kiwanis knights labor
  ladies lady lake land law leadership league learning legacy legal legion liberty library life
  light lighthouse lights lions literacy little living local lodge love lutheran main management
  marine mary masons medical memorial men mental mentoring methodist middle military ministry
  mission missionary modern mothers mount mountain municipal museum music my national nations
  native neighborhood network new non nonprofit north northeast northern northwest number nurses
  ocean of officers old on one open operation opportunity orchestra order organization our outreach
  park partners partnership party patrons paul peace pentecostal people performing peter pilot
  planning planned point police policy positive post power prayer preservation presbyterian
  prevention pride prince professional profit program progress project protection protective
  public radio recovery recreation red reform refuge regional rehabilitation relief renewal
  rescue research resources restoration retirement revival rights rise rising river road robert
  rock rotary rural safe safety saint sanctuary scholarship school science scouts sea second
  security senior service services shelter sisters soccer social society softball solutions sons
  sorority south southeast southern southwest spirit sports star state states strategic street
  strong students success support sustainable swim system table teachers team technology temple
  tennis theater third thomas to together trade training transportation tree trinity trust truth
  union united unity universal university urban usa us valley veterans victory village vision
  voice voices volunteer walk war warriors wars washington water way wealth welfare wellness west
  western wildlife william wisdom with women wonder word work workers works world worship wrestling
  young youth zion`

/** Normalized words that do not distinguish one organization from others. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  [...tokenize(WORDS), ...Object.values(US_STATES).flatMap((state) => tokenize(state))].map(
    (word) => normalizeName(word),
  ),
)

const FUNCTION_WORDS = new Set('of the and for in at on to by with a an de la el del y'.split(' '))

/** Returns the words of a normalized name without "of", "and", and similar words. */
export const spokenWords = (name: string): string[] =>
  name.split(' ').filter((word) => !FUNCTION_WORDS.has(word))

// Three common words together make a distinct name ("Global Relief Foundation"); two do not.
const TELLING_WORDS = 3

/**
 * Returns whether a normalized name is too general to identify an organization: one word, or two
 * that occur in thousands of names ("Relief Fund").
 */
export function isGeneric(name: string): boolean {
  const words = spokenWords(name)
  if (words.length < 2) return true
  return words.length < TELLING_WORDS && words.every((word) => COMMON_WORDS.has(word))
}
