import { CHUNK } from '#src/domain/filing-contents.ts'

/**
 * The expression of a row of a return as it is stored, by the columns of its filing and of its
 * path: cut out of its part by a JSON path made of its XPath (`[3]` is `[3 - 1]` there; a single
 * element answers to [0], too), or out of its chunk where it is stored apart. Null without a row.
 */
export const rowElement = (objectId: string, path: string): string => `(
  select coalesce(
    (select c.items -> ((step.place - 1) % ${CHUNK})
      from filing_rows c
      where c.object_id = ${objectId} and c.path = step.source
        and c.chunk = (step.place - 1) / ${CHUNK}),
    (select jsonb_path_query_first(b.content::jsonb, step.json_path)::json
      from filing_block b
      where b.object_id = ${objectId} and b.block = split_part(${path}, '/', 2)
        and b.ordinal = 1))
  from (
    select regexp_replace(${path}, '\\[\\d+\\]$', '') as source,
      substring(${path} from '\\[(\\d+)\\]$')::integer as place,
      ('$' || regexp_replace(
        regexp_replace(substring(${path} from '^/[^/]+(/.*)$'), '/([^/\\[]+)', '."\\1"', 'g'),
        '\\[(\\d+)\\]', '[\\1 - 1]', 'g'))::jsonpath as json_path
  ) step)`
