import type { CubitRecord, UiKind } from '@cubit/web-client';
import { Button, Skeleton } from '@cubit/web-kit';
import { useState } from 'react';
import { useWorkspace } from '../app/workspace-context.js';
import { DrawLink } from '../cells/DrawLink.js';
import { isPictureOf, picturePath } from '../cells/picture-path.js';
import { titleOf } from '../cells/value-text.js';
import styles from './record.module.css';

export interface RecordPictureProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
}

/** The drawing that the module of a kind makes of a record; it opens whole in a tab of its own. */
export function RecordPicture({ kind, record }: RecordPictureProps) {
  const below = picturePath(kind, record);
  // A new version may be drawn otherwise.
  return (
    <>
      {record.deleted_at === null && kind.ui.document !== undefined && (
        <div>
          <DrawLink kind={kind} id={record.id} />
        </div>
      )}
      {below !== undefined && <Drawing key={`${below} ${record.version}`} {...{ kind, record, below }} />}
    </>
  );
}

function Drawing({ kind, record, below }: RecordPictureProps & { readonly below: string }) {
  const { path } = useWorkspace();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading');
  const href = `/api/v1${path(below)}`;
  const again = () => {
    setState('loading');
    setTries(tries + 1);
  };
  if (state === 'failed')
    return (
      <p className={styles.pictureFault}>
        The drawing could not be loaded.
        <Button size="small" onPress={again}>
          Retry
        </Button>
      </p>
    );
  return (
    <div className={styles.picture} data-whole={isPictureOf(kind) || undefined}>
      {state === 'loading' && <Skeleton shape="block" height={240} />}
      <a href={href} target="_blank" rel="noopener" hidden={state === 'loading'}>
        <img
          key={tries}
          src={href}
          alt={`Drawing of ${titleOf(record, kind)}`}
          onLoad={() => setState('drawn')}
          onError={() => setState('failed')}
        />
      </a>
    </div>
  );
}
