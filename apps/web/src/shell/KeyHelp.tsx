import { Dialog, Kbd, useKeyList } from '@cubit/web-kit';
import styles from './KeyHelp.module.css';

export interface KeyHelpProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** All keys that work here. */
export function KeyHelp({ open, onClose }: KeyHelpProps) {
  return (
    <Dialog title="Keyboard shortcuts" open={open} onClose={onClose}>
      <KeyList />
      <p className={styles.note}>
        Single keys can be switched off in <a href="/me">your account</a>.
      </p>
    </Dialog>
  );
}

function KeyList() {
  const keys = useKeyList();
  return (
    <dl className={styles.list}>
      {keys.map(({ scope, keys: combination, title }) => (
        <div key={`${scope} ${combination}`} className={styles.row}>
          <dt>{title}</dt>
          <dd>
            <Kbd keys={combination} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
