-- Up Migration

-- Elements of the return that hold its mission, programs and regions of work, as
-- [{block, ordinal, content}] (src/domain/facts/narrative.ts): 98 % of a return's bytes are
-- something else, and a reindex would unpack them all to cut these out. Null: it has none.
alter table filing add column narrative json;

-- Returns that were loaded before the column was there.
update filing set narrative = cut.parts
from (
  select p.object_id,
    json_agg(json_build_object('block', p.block, 'ordinal', p.ordinal, 'content', kept.content)
      order by p.block) as parts
  from filing_block p
  cross join lateral (
    select json_object_agg(element.key, element.value) as content
    from json_each(p.content) element
    where element.key in (
      'MissionDesc', 'ActivityOrMissionDesc', 'MissionDescription',
      'ActivityOrMissionDescription', 'Form990PartIII', 'Form990PartI', 'Desc',
      'ProgSrvcAccomActy2Grp', 'ProgSrvcAccomActy3Grp', 'ProgSrvcAccomActyOtherGrp',
      'Description', 'Activity2', 'Activity3', 'ActivityOther', 'PrimaryExemptPurposeTxt',
      'PrimaryExemptPurpose', 'ProgramSrvcAccomplishmentGrp', 'ProgramServiceAccomplishment',
      'SummaryOfDirectChrtblActyGrp', 'SummaryOfDirectCharitableActy',
      'AccountActivitiesOutsideUSGrp', 'GrantsToOrgOutsideUSGrp', 'ForeignIndividualsGrantsGrp',
      'AcctsActvsOutUSTable', 'GrantsToOrgsOutsideUS', 'GrantsToIndOutsideUS',
      'SupplementalInformationDetail', 'GeneralExplanation'
    )
  ) kept
  where p.ordinal = 1 and kept.content is not null
    and p.block in ('IRS990', 'IRS990EZ', 'IRS990PF', 'IRS990ScheduleO', 'IRS990ScheduleF')
  group by p.object_id
) cut
where filing.object_id = cut.object_id;
