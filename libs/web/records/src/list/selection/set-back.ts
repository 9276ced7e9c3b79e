import type { CubitRecord } from '@cubit/web-client';
import { plain } from '../../app/change-fields.js';
import { same } from '../../forms/model/merge-patch.js';

/** In the place of a field's name. */
export const TAGS = 'tags';

interface SetBack {
  readonly operations: readonly object[];
  /** Records to which somebody else gave another value. */
  readonly others: readonly CubitRecord[];
}

/**
 * What sets a field back that all records were given the same value of. The server may store that value in another form than it was sent
 * in, so it is that of a record with no other version in between.
 */
export function setBack(field: string, before: readonly CubitRecord[], now: readonly CubitRecord[]): SetBack {
  const valueOf = ({ fields, tags }: CubitRecord) => (field === TAGS ? tags : plain(fields[field]));
  const current = new Map(now.map((record) => [record.id, record]));
  const pairs = before.flatMap((was) => {
    const is = current.get(was.id);
    return is && !same(valueOf(was), valueOf(is)) ? [{ was, is, own: is.version === was.version + 1 }] : [];
  });
  const given = pairs.filter(({ own }) => own).map(({ is }) => valueOf(is));
  const isOwn = ({ is, own }: (typeof pairs)[number]) => own || given.some((value) => same(value, valueOf(is)));
  const operations = pairs.filter(isOwn).map(({ was, is }) => ({
    ...{ op: 'update', id: is.id, version: is.version },
    ...(field === TAGS ? { tags: was.tags } : { fields: { [field]: valueOf(was) } }),
  }));
  return { operations, others: pairs.filter((pair) => !isOwn(pair)).map(({ is }) => is) };
}
