import type { z } from 'zod'
import type { OperatingModel } from '../../profiles/operating-model.ts'
import type { operatingModel } from './page-schema.ts'

/** A's form of an operating model, of the hero and of the section alike. */
export const presentOperatingModel = ({
  form,
  taxYear,
  resource,
  delivery,
  modifiers,
}: OperatingModel): z.output<typeof operatingModel> => ({
  Form: form,
  TaxYear: taxYear,
  Resource: presentClass(resource),
  Delivery: presentClass(delivery),
  Modifiers: modifiers.map(({ key, label, value, summary, refs }) => ({
    Key: key,
    Label: label,
    Value: value,
    Summary: summary,
    EvidenceRefs: refs,
  })),
})

type Class = OperatingModel['resource'] | OperatingModel['delivery']

const presentClass = ({ key, label, primaryShare, summary, refs }: Class) => ({
  Key: key,
  Label: label,
  PrimaryShare: primaryShare,
  Summary: summary,
  EvidenceRefs: refs,
})
