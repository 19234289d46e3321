-- Up Migration

-- Pages have an allowance of their own, so that programs and people do not use up each other's.
alter table usage_day
  drop constraint usage_day_allowance_check,
  add constraint usage_day_allowance_check check (allowance in ('Data', 'Advanced', 'Pages'));
