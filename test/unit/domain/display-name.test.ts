import { describe, expect, it } from 'vitest'
import { displayName } from '#src/domain/display-name.ts'

describe('displayName', () => {
  it.each([
    'Pasadena Community Foundation',
    'Meals on Wheels of Example County, Inc.',
    'eXample LLC',
    'Jane Q. Doe',
    'YMCA of the Upper Valley',
    '',
    '  ',
    '123',
    '“…”',
    '食の銀行',
  ])('returns %j as filed', (name) => expect(displayName(name)).toBe(name))

  it.each([
    // Ordinary words, and small ones within a name.
    ['PASADENA COMMUNITY FOUNDATION', 'Pasadena Community Foundation'],
    ['THE FRIENDS OF THE EXAMPLE LIBRARY', 'The Friends of the Example Library'],
    ['FOOD FOR ALL', 'Food for All'],
    ['STAND BY', 'Stand By'],
    ['NATIONAL ASSOCIATION OF', 'National Association Of'],
    ['EXAMPLE FUND: A TRUST FOR CHILDREN', 'Example Fund: A Trust for Children'],
    ['SCHOOL - THE NEXT STEP', 'School - The Next Step'],
    ['PARTNERS IN AT-RISK CARE', 'Partners in At-Risk Care'],
    ['STRATFORD-ON-AVON SOCIETY', 'Stratford-on-Avon Society'],
    ['FRIENDS OF A SAFE HARBOR', 'Friends of a Safe Harbor'],
    ['A BETTER TOMORROW', 'A Better Tomorrow'],
    ['BOYS & GIRLS CLUBS', 'Boys & Girls Clubs'],
    ['  EXAMPLE   FUND ', '  Example   Fund '],
    // Acronyms, also of other vowels, plurals and within punctuation.
    ['YMCA OF EXAMPLE', 'YMCA of Example'],
    ['ALLIANCE OF YMCAS', 'Alliance of YMCAs'],
    ['YWCA USA INC', 'YWCA USA Inc'],
    ['NAACP LEGAL DEFENSE FUND', 'NAACP Legal Defense Fund'],
    ['LINCOLN ELEMENTARY PTA', 'Lincoln Elementary PTA'],
    ['AFL-CIO', 'AFL-CIO'],
    ['EXAMPLE CITY (ECTV)', 'Example City (ECTV)'],
    ['PTSD FOUNDATION', 'PTSD Foundation'],
    ['WNBA PLAYERS', 'WNBA Players'],
    ['HBPA CHARITIES', 'HBPA Charities'],
    ['AJ EXAMPLE FOUNDATION', 'AJ Example Foundation'],
    ['UNICEF USA', 'UNICEF USA'],
    ['THE ALS ASSOCIATION', 'The ALS Association'],
    ['IBM RETIREES CLUB', 'IBM Retirees Club'],
    ['ARMY OF THE U.S.', 'Army of the U.S.'],
    ['U.S. EXAMPLE TEAM', 'U.S. Example Team'],
    ['TEXAS A&M FUND', 'Texas A&M Fund'],
    ['AT&T PIONEERS', 'AT&T Pioneers'],
    ['EXAMPLE LODGE F & AM', 'Example Lodge F & AM'],
    // Legal forms and abbreviations.
    ['EXAMPLE HOMES LLC', 'Example Homes LLC'],
    ['EXAMPLE LEGAL AID LLP', 'Example Legal Aid LLP'],
    ['EXAMPLE CARE, INC.', 'Example Care, Inc.'],
    ['EXAMPLE TRADING CO LTD', 'Example Trading Co Ltd'],
    ['SMITH FAMILY FDN TR', 'Smith Family Fdn Tr'],
    ['ST. MARY’S CHURCH OF MT CARMEL', 'St. Mary’s Church of Mt Carmel'],
    ['DR MARTIN LUTHER KING JR CENTER', 'Dr Martin Luther King Jr Center'],
    ['EXAMPLE INC D/B/A THE PANTRY', 'Example Inc d/b/a The Pantry'],
    ['EXAMPLE DBA THE PANTRY', 'Example dba The Pantry'],
    ['C/O JANE DOE', 'c/o Jane Doe'],
    // Numbers.
    ['HENRY VIII SOCIETY', 'Henry VIII Society'],
    ['HOMES II INC', 'Homes II Inc'],
    ['MIX AND MATCH', 'Mix and Match'],
    ['5TH AVENUE FUND', '5th Avenue Fund'],
    ['THE 21ST CENTURY', 'The 21st Century'],
    ['SOUNDS OF THE 1960S', 'Sounds of the 1960s'],
    ['PS321 PTA', 'PS321 PTA'],
    ['5K FOR B2B', '5K for B2B'],
    ['321FOUNDATION', '321Foundation'],
    ['EXAMPLE 501C3', 'Example 501c3'],
    // Names of people and places.
    ['MCDONALD, JOHN A', 'McDonald, John A'],
    ['MCC MISSIONS', 'MCC Missions'],
    ["PATRICK O'BRIEN", "Patrick O'Brien"],
    ["MARIA D'ANGELO-MCRAE", "Maria D'Angelo-McRae"],
    ["B'NAI B'RITH", "B'nai B'rith"],
    ["WOMEN'S CLUB", "Women's Club"],
    ["VETERANS' HOME", "Veterans' Home"],
    ["ROCK 'N' ROLL", "Rock 'N' Roll"],
    ['J.R. SMITH', 'J.R. Smith'],
    ['JANE DOE PHD', 'Jane Doe PhD'],
    ['JOHN DOE MD', 'John Doe MD'],
    ['ALICE HSU', 'Alice Hsu'],
    ['HAING NG', 'Haing Ng'],
    ['CASA DE LA RAZA', 'Casa de la Raza'],
    ['DE LA SALLE HIGH SCHOOL', 'De La Salle High School'],
    ['FRIENDS OF DE LA SALLE', 'Friends of De La Salle'],
    ['PODER Y LA ACCIÓN', 'Poder y la Acción'],
    ['BOYS OF LA JOLLA', 'Boys of La Jolla'],
    ['FRIENDS OF DEL MAR', 'Friends of Del Mar'],
    ['MARINA DEL REY', 'Marina del Rey'],
    ['LAFAYETTE LA', 'Lafayette LA'],
    ['DEPAUL HOUSE OF DEKALB', 'DePaul House of DeKalb'],
    ['EXAMPLE CLUB, PORTLAND, OR', 'Example Club, Portland, OR'],
    ['PARENTS OF MN', 'Parents of MN'],
    ['EXAMPLE CLUB NY', 'Example Club NY'],
    ['WASHINGTON DC ZOO', 'Washington DC Zoo'],
    ['ÉCOLE ÉLÉMENTAIRE', 'École Élémentaire'],
    ['EXAMPLE.ORG', 'Example.org'],
  ])('shows %j as %j', (filed, shown) => expect(displayName(filed)).toBe(shown))

  it('changes nothing but case', () => {
    const filed = 'THE "A.B.C." O’NEIL’S & MCCOY FUND (D/B/A EXAMPLE-ON-SEA), INC. №5'
    expect(displayName(filed).toUpperCase()).toBe(filed)
  })

  it.each(["A'.", 'OF '])('reads 50,000 times %j within the time of a test', (part) => {
    const filed = part.repeat(50_000)
    expect(displayName(filed).length).toBe(filed.length)
  })
})
