import type { UiKind } from '@cubit/web-client';
import { Select } from '@cubit/web-kit/forms';
import type { ImportPreview, Mapping } from './import-types.js';
import { importable } from './sample-file.js';
import styles from './ImportPage.module.css';

export interface MappingTableProps {
  readonly kind: UiKind;
  readonly preview: ImportPreview;
  readonly mapping: Mapping;
  readonly onMap: (column: string, field: string | null) => void;
}

/** Where each column of the file goes, with its first values. */
export function MappingTable({ kind, preview, mapping, onMap }: MappingTableProps) {
  const fields = importable(kind).map(({ name, title }) => ({ id: name, title }));
  return (
    <div className={styles.scroll} role="region" aria-label="Columns" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Column of the file</th>
            <th scope="col">First values</th>
            <th scope="col">Field</th>
          </tr>
        </thead>
        <tbody>
          {preview.columns.map(({ name, samples }) => {
            const target = mapping[name] ?? undefined;
            const isOther = target !== undefined && !fields.some(({ id }) => id === target);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className={styles.samples}>{samples.filter((sample) => sample !== '').join(', ')}</td>
                <td>
                  <Select
                    label={`Field of ${name}`}
                    hideLabel
                    placeholder="Ignored"
                    value={target}
                    onChange={(field) => onMap(name, field ?? null)}
                    choices={isOther ? [...fields, { id: target, title: target }] : fields}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
