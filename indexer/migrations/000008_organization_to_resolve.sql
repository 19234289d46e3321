-- Up Migration

-- Organizations with a filing that was derived again and that are still to be resolved
-- (indexer/derive): few at any time, and none but for the minutes it takes.
create index organization_to_resolve on organization (ein) where latest_content_sha256 = '';
