import { invalidQuery, MAX_LIMIT } from '@cubit/core/host';

/** Length of 200 ids with their commas. */
export const MAX_IDS_LENGTH = MAX_LIMIT * 37;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The distinct ids of a comma-separated list; `400 invalid_query` for other texts and for too many. */
export function parseIds(list: string): readonly string[] {
  const ids = list.split(',').map((text) => text.trim().toLowerCase());
  const wrong = ids.find((id) => !UUID.test(id));
  if (wrong !== undefined) throw invalidQuery('ids', `'${wrong}' is not the id of a record.`);
  const distinct = [...new Set(ids)];
  if (distinct.length > MAX_LIMIT) throw invalidQuery('ids', `at most ${MAX_LIMIT} ids.`);
  return distinct;
}
