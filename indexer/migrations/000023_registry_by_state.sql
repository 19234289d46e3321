-- Up Migration

-- Whether an extract of the registry is loaded for a state, and its newest month; foreign rows have no
-- state.
create index bmf_by_state on bmf (coalesce(state, ''), as_of);
