import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import type { EvidenceRef as Evidence } from '../../profiles/evidence/evidence-ref.ts'

/** Interface part 2.1, EvidenceRef; decisions part 5. */
export const evidenceRef = z
  .looseObject({
    Ref: z.string().describe('Pass it as EvidenceRef to a section to read what it names.'),
    Collection: z
      .enum(['filings', 'registry', 'awards', 'subawards', 'restrictions', 'enrichment'])
      .optional(),
    Form: z.enum(FORMS).optional(),
    TaxYear: z.int().optional(),
    SourcePath: z.string().optional().describe('XPath in the return, or column of the registry.'),
    SourceDocument: z.string().optional().describe('Object id and archive.'),
    Citation: z.string().optional().describe('For people: form, tax year, part and line.'),
    Formula: z.string().optional().describe('How a derived figure is computed.'),
    DerivedFrom: z.array(z.string()).optional().describe('Refs of what it is computed from.'),
  })
  .meta({ id: 'EvidenceRef' })
export type EvidenceRef = z.output<typeof evidenceRef>

/** A's form of evidence; what is unknown is left out. */
export const presentEvidenceRef = (evidence: Evidence): EvidenceRef => ({
  Ref: evidence.ref,
  Collection: evidence.collection,
  ...(evidence.form && { Form: evidence.form }),
  ...(evidence.taxYear !== undefined && { TaxYear: evidence.taxYear }),
  ...(evidence.sourcePath && { SourcePath: evidence.sourcePath }),
  ...(evidence.sourceDocument && { SourceDocument: evidence.sourceDocument }),
  ...(evidence.citation && { Citation: evidence.citation }),
  ...(evidence.formula && { Formula: evidence.formula }),
  ...(evidence.derivedFrom && { DerivedFrom: [...evidence.derivedFrom] }),
})
