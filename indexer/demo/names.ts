import type { Random } from './random.ts'

const GIVEN =
  'Amara Beatriz Calvin Deirdre Elias Farida Gordon Hester Imani Joaquin Kalani Leona Marcus Nadia Orville Priya Quentin Rosalind Soren Tamsin Ulysses Verna Wendell Ximena Yusuf Zelda Adele Bram Celeste Dov Edna Fitz Greta Hollis Ines Jarvis Keiko Lionel Maeve Noor Opal Percy Ramona Silas Thora Umar Viola Winston Yara Zane Ambrose Bettina Cyrus Dahlia Emmett Fern Gideon Harriet'.split(
    ' ',
  )
const FAMILY =
  'Abernathy Bellweather Castellan Dunmore Eversholt Fairbairn Goldthwait Hathorne Ironside Jessamine Kestrel Lindqvist Mortenson Nakagawa Okonjo Pemberline Quillfeather Ravenscroft Sandoval-Reyes Thistlewood Underhill Vandermeer Wetherby Yarborough Zielinska Ashgrove Brightwater Coldbrook Delacourt Esterhazy Fontenoy Greyling Holloway-Tate Inverness Jorgensson Kirkbride Larkspur Mbeki-Stone Northcutt Oyelaran Pendergraft Rostova Stillwell Tanaguchi Upshaw Valdivia Whitcombe Xiong-Meyer Yellowhorse Zamorano Applegarth Birdsong Copperfield Dragomir'.split(
    ' ',
  )
const FEATURES =
  'Cedar Ridge|Stillwater|Blue Mesa|Three Forks|Harbor Light|Lantern Hill|Juniper Flats|Redstone|Willow Bend|Heron Point|Copper Creek|Morning Star|Granite Pass|Sweetgrass|Tamarack|Long Meadow|Fox Hollow|Silver Birch|Bright River|Eagle Bluff|Sycamore|North Star|Wild Plum|Old Mill|Kingfisher|Sandhill|Ironwood|Clearwater|Bell Tower|Rosewood|Hawthorn|Cottonwood|Sunrise|Greenway|Crossroads|Open Door|Common Ground|Lighthouse|Riverbend|Mountain Laurel|Prairie Rose|Blackberry|Summit|Keystone|Evergreen|Bluebonnet|Magnolia|Marigold|Whitestone|Driftwood|Snowberry|Maple Grove|Quarry Road|Millrace|Starling|Lark Rise|Elderberry|Thornapple|Aspen Glow|Winterberry'.split(
    '|',
  )
const STREETS =
  'Orchard St|Mill Rd|Second Ave|Courthouse Sq|Foundry Ln|Chapel St|Depot Ave|Lakeview Dr|Union St|Prospect Ave|Market St|Juniper Way|Canal St|Ferry Rd|Schoolhouse Rd|Garden St|Quarry Rd|High St'.split(
    '|',
  )

export const pickFounder = (random: Random): string => random.pick(FAMILY)
export const pickFeature = (random: Random): string => random.pick(FEATURES)
export const pickPerson = (random: Random): string =>
  `${random.pick(GIVEN)} ${random.chance(0.3) ? `${random.pick([...'ABCDEHJKLMNPRST'])} ` : ''}${random.pick(FAMILY)}`

/** A street line such as "412 Orchard St Ste 200", or a post office box. */
export function pickStreet(random: Random): string {
  if (random.chance(0.18)) return `PO Box ${random.int(11, 4999)}`
  const suite = random.chance(0.2) ? ` Ste ${random.int(1, 9)}0${random.int(0, 9)}` : ''
  return `${random.int(3, 4800)} ${random.pick(STREETS)}${suite}`
}
