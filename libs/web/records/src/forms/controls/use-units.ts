import { apiPaths, type CubitRecord } from '@cubit/web-client';
import type { Measure } from '@cubit/web-contract';
import { useQueries } from '@tanstack/react-query';
import { useApp } from '../../app/app-context.js';
import { queryKeys } from '../../app/query-keys.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { unitOwner } from '../../cells/unit-text.js';
import { isEmpty } from '../model/encode.js';
import type { Values } from '../model/condition.js';
import type { FormField } from '../model/form-field.js';

type Field = Pick<FormField, 'name' | 'schema' | 'ui'>;

interface UnitsQuery {
  /** Those whose units are asked for. */
  readonly fields: readonly Field[];
  /** Those that may name the records with the units. */
  readonly references: readonly Field[];
  readonly values: Values;
  /** How the record that an action runs on is measured. */
  readonly measure?: Measure | undefined;
}

/** The units that other records have, by what names them in hints: `{ 'part.unit': 'g' }`, for the records that the values name. */
export function useUnits({ fields, references, values, measure }: UnitsQuery): Values {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const wanted = fields.flatMap(({ ui }) => {
    if (typeof ui.unit !== 'object') return [];
    const { field } = ui.unit;
    // An action on parts and on stock items names the unit of parts.
    const isOfOther = measure !== undefined && 'of' in measure && !field.includes('.') && isEmpty(values[field]);
    const named = isOfOther ? { unit: { field: `${measure.of}.${field}` } } : ui;
    const owner = unitOwner(named, references, values);
    return owner ? [{ ...owner, at: field }] : [];
  });
  const found = useQueries({
    queries: wanted.map(({ kind, id }) => ({
      queryKey: queryKeys.recordPart(slug, { kind, id }, ['named']),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api.get<CubitRecord>(apiPaths.record(slug, kind, id), { signal }),
    })),
  });
  return Object.fromEntries(wanted.map(({ at, field }, index) => [at, found[index]?.data?.fields[field]]));
}
