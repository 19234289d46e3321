import type { Recipients } from '#src/network/recipients.ts'
import type { Section } from '#src/organizations/sections/section-data.ts'
import { ChecksData } from './checks.tsx'
import { FlowData } from './flow.tsx'
import { ModelData } from './model.tsx'
import { RatingData } from './rating.tsx'
import { RelatedData } from './related.tsx'
import { RowsSection } from './rows.tsx'
import { SchedulesData } from './schedules.tsx'

type Props = {
  ein: string
  section: Section
  /** Whom its rows of money given mean, by their paths. */
  recipients: Recipients
}

/** What a section holds, whatever its kind. */
export const SectionContent = ({ ein, section, recipients }: Props) => {
  const { data, evidence, index } = section
  switch (data.kind) {
    case 'rows':
      return <RowsSection ein={ein} data={data} recipients={recipients} />
    case 'schedules':
      return <SchedulesData ein={ein} data={data} index={index} />
    case 'flow':
      return <FlowData ein={ein} flow={data.flow} years={data.years} />
    case 'related':
      return <RelatedData ein={ein} relationships={data.relationships} />
    case 'model':
      return <ModelData ein={ein} model={data.model} evidence={evidence} />
    case 'rating':
      return <RatingData ein={ein} rating={data.rating} evidence={evidence} />
    case 'checks':
      return <ChecksData ein={ein} checks={data.checks} evidence={evidence} />
    case 'target':
      // A page opens what a Ref names on the page of evidence.
      return null
  }
}
