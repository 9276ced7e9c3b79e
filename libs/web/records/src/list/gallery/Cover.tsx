import type { CubitRecord, UiKind } from '@cubit/web-client';
import { Icon } from '@cubit/web-kit';
import { useState } from 'react';
import { useWorkspace } from '../../app/workspace-context.js';
import { picturePath } from '../../cells/picture-path.js';
import { coverOf } from '../model/layouts.js';
import styles from './Gallery.module.css';

export interface CoverProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
}

/** The picture of a record: its file, else the drawing that its module makes, else the icon of its kind. */
export function Cover({ kind, record }: CoverProps) {
  const { path } = useWorkspace();
  const [failed, setFailed] = useState<string>();
  const file = record.fields[coverOf(kind) ?? ''];
  const isFile = typeof file === 'string';
  const below = isFile ? `/files/${file}/content` : picturePath(kind, record);
  // A new version may be drawn otherwise.
  const key = `${below} ${record.version}`;
  return (
    <div className={styles.cover}>
      {below === undefined || failed === key ? (
        <Icon name={kind.ui.icon ?? 'file'} size={40} />
      ) : (
        <img
          key={key}
          className={isFile ? styles.photo : styles.drawing}
          src={`/api/v1${path(below)}`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(key)}
        />
      )}
    </div>
  );
}
