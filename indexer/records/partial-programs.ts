// Programs of OFAC's consolidated list that forbid certain dealings and block nobody.
const PARTIAL: readonly string[] = [
  // Palestinian Legislative Council: banks reject its members' transactions (31 CFR parts 594, 595
  // and 597, General License 4).
  'NS-PLC',
  // Chinese military-industrial complex: no dealing in their securities (EO 13959, by EO 14032).
  'CMIC-EO13959',
  // Foreign banks: no correspondent or payable-through account (31 CFR 561.201).
  '561-Related',
]

// Programs that block others: an entry is partial where its remarks name the lesser measure. Not
// so RUSSIA-EO14024, since banks that are blocked go on to carry their directives.
const PARTIAL_WHERE: Readonly<Record<string, RegExp>> = {
  // Sectoral sanctions: new debt, equity, oil projects (EO 13662, Directives 1 to 4).
  'UKRAINE-EO13662': /\bExecutive Order 13662 Directive Determination\b/,
  // Financial services only (EO 14014, Directive 1).
  'BURMA-EO14014': /\bExecutive Order 14014 Directive Information: Subject to Directive\b/,
  // Loans, foreign exchange, equity (EO 14059, sec. 2).
  'ILLICIT-DRUGS-EO14059': /\bExecutive Order 14059 information: Prohibition on\b/,
  // Five of the Act's twelve sanctions, blocking, (a)(9), not among them (CAATSA, sec. 235).
  'CAATSA - RUSSIA': /^(?!.*\bBLOCKING\b).*\bCAATSA Section 235 Information: /s,
}

/** True where every program of an entry of OFAC's forbids only certain dealings with the party. */
export const isPartial = (programs: readonly string[], remarks: string): boolean =>
  programs.length > 0 &&
  programs.every((program) => PARTIAL.includes(program) || PARTIAL_WHERE[program]?.test(remarks))
