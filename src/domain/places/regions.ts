/**
 * The nine regions of Schedule F (Form 990) for activities outside the United States, with their
 * countries by ISO alpha-2 code, as in its instructions.
 */
export type Region = { code: string; label: string; spoken: string[]; countries: string }

export const REGIONS: Region[] = [
  {
    code: 'region-sub-saharan-africa',
    label: 'Sub-Saharan Africa',
    spoken: ['sub saharan africa', 'africa', 'east africa', 'west africa', 'southern africa'],
    countries:
      'AO BJ BW BF BI CM CV CF TD KM CD CG CI GQ ER ET GA GM GH GN GW KE LS LR MG MW ML MR MU MZ NA NE NG RW ST SN SC SL SO ZA SS SD SZ TZ TG UG ZM ZW',
  },
  {
    code: 'region-middle-east-north-africa',
    label: 'Middle East and North Africa',
    spoken: ['middle east and north africa', 'middle east', 'north africa'],
    countries: 'DZ BH DJ EG IR IQ IL JO KW LB LY MT MA OM QA SA SY TN AE PS EH YE',
  },
  {
    code: 'region-south-asia',
    label: 'South Asia',
    spoken: ['south asia'],
    countries: 'AF BD BT IN MV NP PK LK',
  },
  {
    code: 'region-east-asia-pacific',
    label: 'East Asia and the Pacific',
    spoken: [
      'east asia and the pacific',
      'east asia and pacific',
      'east asia',
      'southeast asia',
      'pacific islands',
      'asia',
    ],
    countries:
      'AU BN KH CN FJ HK ID JP KI KP KR LA MO MY MH FM MN MM NR NC NZ PW PG PH WS SG SB TW TH TL TO TV VU VN',
  },
  {
    code: 'region-russia',
    label: 'Russia and Neighboring States',
    spoken: [
      'russia and neighboring states',
      'russia and the newly independent states',
      'russia and the newly ind states',
      'central asia',
    ],
    countries: 'AM AZ BY GE KZ KG MD RU TJ TM UA UZ',
  },
  {
    code: 'region-europe',
    label: 'Europe (including Iceland and Greenland)',
    spoken: ['europe', 'eastern europe', 'western europe', 'balkans'],
    countries:
      'AL AD AT BE BA BG HR CY CZ DK EE FI FR DE GI GR GL GG HU IS IE IM IT JE LV LI LT LU MC ME MK NL NO PL PT RO SM RS SK SI ES SE CH TR GB VA XK',
  },
  {
    code: 'region-central-america-caribbean',
    label: 'Central America and the Caribbean',
    spoken: [
      'central america and the caribbean',
      'central america',
      'caribbean',
      'west indies',
      'latin america',
    ],
    countries:
      'AI AG AW BS BB BZ VG BM KY CR CU CW DM DO SV GD GP GT HT HN JM MQ MS NI PA BL KN LC MF VC SX TT TC',
  },
  {
    code: 'region-south-america',
    label: 'South America',
    spoken: ['south america', 'latin america', 'amazon basin'],
    countries: 'AR BO BR CL CO EC FK GF GY PY PE SR UY VE',
  },
  {
    code: 'region-north-america',
    label: 'North America (Canada and Mexico)',
    spoken: ['north america'],
    countries: 'CA MX',
  },
]
