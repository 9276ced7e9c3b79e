import { Select } from '@cubit/web-kit/forms';
import { useWorkspace } from '../app/workspace-context.js';
import type { ImportPreview, Mapping } from './import-types.js';
import { takesOf } from './target-words.js';
import styles from './ImportPage.module.css';

export interface MappingTableProps {
  readonly preview: ImportPreview;
  readonly mapping: Mapping;
  readonly onMap: (column: string, field: string | null) => void;
}

/** Where each column of the file goes, with its first values and what the field takes. */
export function MappingTable({ preview: { columns, targets }, mapping, onMap }: MappingTableProps) {
  const { kind: kindOf } = useWorkspace();
  const choices = targets.map(({ name, title }) => ({ id: name, title }));
  return (
    <div className={styles.scroll} role="region" aria-label="Columns" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Column of the file</th>
            <th scope="col">First values</th>
            <th scope="col">Field</th>
            <th scope="col">What it takes</th>
          </tr>
        </thead>
        <tbody className={styles.mapping}>
          {columns.map(({ name, samples }) => {
            const target = targets.find((each) => each.name === mapping[name]);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className={styles.samples}>{samples.filter((sample) => sample !== '').join(', ')}</td>
                <td>
                  <Select
                    label={`Field of ${name}`}
                    hideLabel
                    placeholder="Ignored"
                    value={mapping[name] ?? undefined}
                    onChange={(field) => onMap(name, field ?? null)}
                    choices={choices}
                  />
                </td>
                <td className={styles.samples}>{target && takesOf(kindOf, target)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
