import { useWorkspace } from '@cubit/web-records';
import { isNumeric } from '@cubit/web-records/values';
import { Pages } from './Pages.js';
import type { WallList } from './shown-display.js';
import { useRoom, useTurns } from './use-fit.js';
import { stateField } from './wall-facts.js';
import { WallValue } from './WallValue.js';
import styles from './wall.module.css';

/** The least size of a row, as drawn, and the height of the head. */
const ROW = { width: 1, height: 44 };
/** More are not read from afar. */
const MOST_COLUMNS = 5;

/** The records of a view, as a table without controls. */
export function ViewWall({ list }: { readonly list: WallList }) {
  const kind = useWorkspace().kind(list.kind);
  const [ref, { rows }] = useRoom<HTMLDivElement>(ROW);
  const { shown, page, pages } = useTurns(list.records, Math.max(1, rows - 1));
  if (!kind) return null;
  const fields = [stateField(kind)?.name ?? '', ...list.fields]
    .filter((name, index, all) => name !== kind.title_field && all.indexOf(name) === index)
    .flatMap((name) => kind.fields.find((field) => field.name === name) ?? [])
    .slice(0, MOST_COLUMNS);
  return (
    <>
      <div ref={ref} className={styles.records}>
        <table aria-label={list.title}>
          <thead>
            <tr>
              <th scope="col">{kind.title}</th>
              {fields.map((field) => (
                <th key={field.name} scope="col" data-end={isNumeric(field) || undefined}>
                  {field.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((record) => (
              <tr key={record.id}>
                <th scope="row">{record.title}</th>
                {fields.map((field) => {
                  const value = record.fields[field.name];
                  return (
                    <td key={field.name} data-end={isNumeric(field) || undefined}>
                      {value !== undefined && value !== false && (
                        <WallValue kind={kind} record={record} fact={{ field, value, title: field.title }} />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className={styles.foot}>
        <p className={styles.label}>{totalOf(list)}</p>
        <Pages page={page} pages={pages} />
      </footer>
    </>
  );
}

function totalOf({ total, records }: WallList): string {
  if (total === 0) return 'Nothing';
  return total > records.length ? `${records.length} of ${total}` : String(total);
}
