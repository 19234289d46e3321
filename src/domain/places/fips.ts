/**
 * Country codes in returns follow FIPS 10-4, not ISO 3166: CH is China. After the records, all code
 * uses ISO alpha-2.
 */

// Codes that mean the same country in both lists.
const SAME = `
AE AF AL AM AO AR BB BE BR BT BV CA CM CO CU CV CY DJ EC EG ER ET FI FJ
FK FM FO FR GH GI GL GP GR GT GY HK HM HR HU ID IM IN IO IR IT JE JM JO
KE KG KZ LA LU LY MD MK ML MR MT MV MX MY MZ NC NF NL NO NP NR NZ PE PK
PL QA RE RO RW SA SH SI SL SM SO SY TH TV TW TZ UG US UY UZ VC VE WF WS
`
// FIPS:ISO pairs that differ.
const DIFFERENT = `
AA:AW AC:AG AG:DZ AJ:AZ AN:AD AQ:AS AS:AU AU:AT AV:AI AY:AQ BA:BH BC:BW
BD:BM BF:BS BG:BD BH:BZ BK:BA BL:BO BM:MM BN:BJ BO:BY BP:SB BQ:UM BU:BG
BX:BN BY:BI CB:KH CC:CW CD:TD CE:LK CF:CG CG:CD CH:CN CI:CL CJ:KY CK:CC
CN:KM CQ:MP CS:CR CT:CF CW:CK DA:DK DO:DM DR:DO EI:IE EK:GQ EN:EE ES:SV
EZ:CZ FG:GF FP:PF FS:TF GA:GM GB:GA GG:GE GJ:GD GK:GG GM:DE GQ:GU GV:GN
GZ:PS HA:HT HO:HN IC:IS IS:IL IV:CI IZ:IQ JA:JP KN:KP KR:KI KS:KR KT:CX
KU:KW KV:XK LE:LB LG:LV LH:LT LI:LR LO:SK LS:LI LT:LS MA:MG MB:MQ MC:MO
MF:YT MG:MN MH:MS MI:MW MJ:ME MN:MC MO:MA MP:MU MU:OM NE:NU NG:NE NH:VU
NI:NG NN:SX NS:SR NT:CW NU:NI OD:SS PA:PY PC:PN PM:PA PO:PT PP:PG PS:PW
PU:GW RI:RS RM:MH RN:MF RP:PH RQ:PR RS:RU SB:PM SC:KN SE:SC SF:ZA SG:SN
SN:SG SP:ES ST:LC SU:SD SV:SJ SW:SE SX:GS SZ:CH TB:BL TD:TT TI:TJ TK:TC
TL:TK TN:TO TO:TG TP:ST TS:TN TT:TL TU:TR TX:TM UC:CW UK:GB UP:UA UV:BF
VI:VG VM:VN VQ:VI VT:VA WA:NA WE:PS WI:EH WZ:SZ YI:RS YM:YE ZA:ZM ZI:ZW
`

const words = (text: string) => text.trim().split(/\s+/)

const ISO_BY_FIPS = new Map<string, string>([
  ...words(SAME).map((code): [string, string] => [code, code]),
  ...words(DIFFERENT).map((pair): [string, string] => [pair.slice(0, 2), pair.slice(3)]),
])

/** Returns the ISO alpha-2 code of an IRS (FIPS 10-4) country code; undefined if unknown. */
export const countryFromFips = (code: string): string | undefined =>
  ISO_BY_FIPS.get(code.trim().toUpperCase())
