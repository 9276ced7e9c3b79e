import { type DragEvent, useState } from 'react';
import { cx } from '../cx.js';
import { Icon } from '../icon/Icon.js';
import { FieldFrame, type FieldProps, useField } from './Field.js';
import styles from './FileDrop.module.css';

export interface FileDropProps extends FieldProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** As the attribute: `image/*,.pdf`. */
  readonly accept?: string;
  readonly multiple?: boolean;
  /** Opens the camera of a phone. */
  readonly capture?: 'environment' | 'user';
  /** "Choose a file or drop it here" by default. */
  readonly prompt?: string;
}

/** A file by click, key or drop. The input is there from the start. */
export function FileDrop(props: FileDropProps) {
  const { onFiles, multiple = false, disabled = false } = props;
  const ids = useField(props);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const list = [...(files ?? [])];
    if (list.length > 0) onFiles(multiple ? list : list.slice(0, 1));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files);
  };
  return (
    <FieldFrame ids={ids} {...props}>
      <div
        className={cx(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Icon name={props.capture === undefined ? 'upload' : 'camera'} size={20} className={styles.icon} />
        <span className={styles.prompt}>
          {props.prompt ?? (multiple ? 'Choose files or drop them here' : 'Choose a file or drop it here')}
        </span>
        <input
          {...ids.control}
          className={styles.input}
          type="file"
          accept={props.accept}
          multiple={multiple}
          capture={props.capture}
          onChange={(event) => {
            take(event.target.files);
            // So that the same file can be chosen again.
            event.target.value = '';
          }}
          onBlur={props.onBlur}
        />
      </div>
    </FieldFrame>
  );
}
