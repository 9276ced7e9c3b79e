import { apiPaths, type CubitRecord } from '@cubit/web-client';
import { useQueries } from '@tanstack/react-query';
import { useApp } from '../../app/app-context.js';
import { queryKeys } from '../../app/query-keys.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { unitOwner } from '../../cells/unit-text.js';
import type { Values } from '../model/condition.js';
import type { FormField } from '../model/form-field.js';

type Field = Pick<FormField, 'name' | 'schema' | 'ui'>;

/** The units that other records have, by what names them in hints: `{ 'part.unit': 'g' }`, for the records that the values name. */
export function useUnits(fields: readonly Field[], references: readonly Field[], values: Values): Values {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const wanted = fields.flatMap(({ ui }) => {
    const owner = unitOwner(ui, references, values);
    return owner && typeof ui.unit === 'object' ? [{ ...owner, at: ui.unit.field }] : [];
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
