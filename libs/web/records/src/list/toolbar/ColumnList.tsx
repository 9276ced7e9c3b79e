import { Button, IconButton } from '@cubit/web-kit';
import { Checkbox } from '@cubit/web-kit/forms';
import type { ListState } from '../model/use-list-state.js';
import styles from './Toolbar.module.css';

/** The columns that are shown, in order, and the others. */
export function ColumnList({ state }: { readonly state: ListState }) {
  const { columns, allColumns, set, setSetting } = state;
  const [title, ...shown] = columns.map(({ key }) => key);
  const rest = allColumns.filter(({ key }) => key !== title && !shown.includes(key));
  const change = (keys: readonly string[]) => {
    set({ fields: keys.join(',') }, { replace: true });
    setSetting((before) => ({ ...before, columns: keys }));
  };
  const reset = () => {
    set({ fields: undefined }, { replace: true });
    setSetting(({ columns: _columns, widths: _widths, ...rest }) => rest);
  };
  const moved = (key: string, by: number) => {
    const at = shown.indexOf(key);
    return shown.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, key);
  };
  return (
    <div className={styles.columns}>
      {columns.slice(1).map(({ key, title: name }, index) => (
        <div key={key} className={styles.column}>
          <Checkbox label={name} value onChange={() => change(shown.filter((other) => other !== key))} />
          <span className={styles.moves}>
            {index > 0 && (
              <IconButton
                size="small"
                icon="arrow-up"
                label={`Move ${name} up`}
                onPress={() => change(moved(key, -1))}
              />
            )}
            {index < shown.length - 1 && (
              <IconButton
                size="small"
                icon="arrow-down"
                label={`Move ${name} down`}
                onPress={() => change(moved(key, 1))}
              />
            )}
          </span>
        </div>
      ))}
      <hr className={styles.rule} />
      {rest.map(({ key, title: name }) => (
        <Checkbox key={key} label={name} value={false} onChange={() => change([...shown, key])} />
      ))}
      <Button size="small" variant="quiet" onPress={reset}>
        Usual columns and widths
      </Button>
    </div>
  );
}
