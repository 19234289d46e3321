-- Up Migration

-- Searches that the assistant proposed when one found nothing; feedback refers to them by id.
create table search_recovery (
  id text primary key,
  query text not null,
  -- Each proposal as it was run: {"query": …, "filters": {…}, "found": …}.
  proposals jsonb not null,
  created_at timestamptz not null default now()
);

-- Questions about an organization and feedback of agents. Stored first, then sent to the operator's
-- webhook or mailbox; retries read them from here.
create table submission (
  id text primary key,
  kind text not null check (kind in ('question', 'feedback')),
  key_id integer references api_key (id),
  ein text check (ein ~ '^\d{9}$'),
  message text not null,
  email text,
  feedback_type text,
  -- As sent; joins search_recovery if it is one of ours.
  recovery_session_id text,
  metadata jsonb,
  created_at timestamptz not null default now(),
  notified_at timestamptz,
  -- Reserved by the process that sends it until then, so that no two do; expires if the process dies.
  sending_until timestamptz,
  attempts integer not null default 0,
  -- Why the last attempt failed, in words for operators; null when it did not.
  last_failure text
);
create index submission_by_time on submission (created_at, id);
-- Searches that submissions still refer to are kept when old ones are removed.
create index submission_by_recovery on submission (recovery_session_id)
  where recovery_session_id is not null;
create index submission_to_notify on submission (created_at, id) where notified_at is null;
