import { CelError, shortFilter } from '@cubit/expressions';
import { fail } from '@cubit/core';
import type { RecordShape } from '@cubit/core/host';
import { filterSchemaOf } from './filter.js';

interface FilterQuery {
  readonly filter?: string;
  /** A filter in the short form. */
  readonly q?: string;
}

/** The query with its short filter as part of `filter`; `400 invalid_filter` with the position of what cannot be read. */
export function withShortFilter<Query extends FilterQuery>(shape: RecordShape, query: Query): Query {
  const { q = '', filter = '' } = query;
  if (q.trim() === '') return query;
  const short = shortFilterOf(shape, q);
  return { ...query, filter: filter.trim() === '' ? short : `(${filter}) && (${short})` };
}

export function shortFilterOf(shape: RecordShape, text: string): string {
  try {
    return shortFilter(text, filterSchemaOf(shape));
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    const message = `${error.message} (at position ${error.position})`;
    throw fail('invalid_filter', message, { details: [{ path: 'query:q', code: error.code, message }] });
  }
}
