import type { CubitRecord, UiField, UiKind } from '@cubit/web-client';
import { typeHoldsOne } from '@cubit/web-contract';
import { Button } from '@cubit/web-kit';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../app/app-context.js';
import { loadRecords, MOST_IDS } from '../app/load-records.js';
import { queryKeys } from '../app/query-keys.js';
import { useWorkspace } from '../app/workspace-context.js';
import { CellValue } from '../cells/CellValue.js';
import { columnsOfEntries, type Entry } from '../cells/entry-columns.js';
import { isNumeric } from '../cells/widget-of.js';
import { ScrolledTable } from './ScrolledTable.js';

/** One request has the titles of so many. */
const SHOWN = MOST_IDS;

export interface EntriesTableProps {
  readonly kind: UiKind;
  readonly field: UiField;
  readonly entries: readonly Entry[];
}

/** A list of objects as a table: the lines of a count, the components of a build. */
export function EntriesTable({ kind, field, entries }: EntriesTableProps) {
  const { kind: kindOf } = useWorkspace();
  const [most, setMost] = useState(SHOWN);
  const columns = columnsOfEntries(field, entries, kindOf);
  const records = useNamedRecords(columns, entries.slice(0, most));
  const withRecords = (entry: Entry): Entry =>
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, records.get(String(value)) ?? value]));
  return (
    <>
      <ScrolledTable title={field.title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" data-number={isNumeric(column) || undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries
            .slice(0, most)
            .map(withRecords)
            .map((entry, index) => (
              <tr key={index} data-row>
                {columns.map((column) => (
                  <td key={column.name} data-number={isNumeric(column) || undefined}>
                    <CellValue {...{ kind, field: column, fields: entry }} value={entry[column.name]} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </ScrolledTable>
      {entries.length > most && (
        <Button variant="quiet" onPress={() => setMost(most + SHOWN)}>
          {`Show more of ${entries.length}`}
        </Button>
      )}
    </>
  );
}

/** The records that the entries name, by their ids. */
function useNamedRecords(columns: readonly UiField[], entries: readonly Entry[]): ReadonlyMap<string, CubitRecord> {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const references = columns.filter(({ type }) => typeHoldsOne(type, 'record'));
  const pages = Array.from({ length: Math.ceil(entries.length / SHOWN) }, (_, page) =>
    entries.slice(page * SHOWN, (page + 1) * SHOWN),
  );
  const wanted = references.flatMap(({ name, schema }) =>
    pages.map((page) => {
      const ids = page.flatMap((entry) => (typeof entry[name] === 'string' ? [entry[name]] : []));
      return { kind: String(schema['x-kind']), ids: [...new Set(ids)].toSorted() };
    }),
  );
  return useQueries({
    queries: wanted.map(({ kind, ids }) => ({
      queryKey: queryKeys.recordsPart(slug, kind, ['page', { ids }]),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => loadRecords({ api, slug, signal }, kind, ids),
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => data ?? []).map((record) => [record.id, record])),
  });
}
