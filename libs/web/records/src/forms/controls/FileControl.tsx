import { messageOf, sentence } from '@cubit/web-contract';
import { IconButton } from '@cubit/web-kit';
import { FieldFrame, FileDrop, useField } from '@cubit/web-kit/forms';
import { useState } from 'react';
import { useFile, useUpload } from '../../files/files.js';
import type { ControlProps } from './control-props.js';
import { fieldProps } from './field-props.js';
import styles from './controls.module.css';

/** A file that is uploaded when it is chosen; the value is its id. */
export function FileControl(control: ControlProps) {
  const { field, value, onChange } = control;
  const upload = useUpload();
  const [failed, setFailed] = useState<string>();
  const [pending, setPending] = useState(false);
  const own = fieldProps(control);
  const isImage = field.ui.widget === 'image';
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    setPending(true);
    setFailed(undefined);
    try {
      onChange((await upload(file)).id);
    } catch (error) {
      setFailed(sentence(messageOf(error)));
    } finally {
      setPending(false);
    }
  };
  if (typeof value === 'string')
    return <ChosenFile control={control} id={value} onRemove={() => onChange(undefined)} />;
  return (
    <FileDrop
      {...own}
      error={failed ?? own.error}
      accept={isImage ? 'image/*' : undefined}
      prompt={pending ? 'Uploading…' : isImage ? 'Choose a picture or drop it here' : undefined}
      disabled={pending}
      onFiles={(files) => void take(files)}
    />
  );
}

/** Takes a file and forgets it. */
export function FilePreview(control: ControlProps) {
  return <FileDrop {...fieldProps(control)} onFiles={() => undefined} />;
}

interface ChosenFileProps {
  readonly control: ControlProps;
  readonly id: string;
  readonly onRemove: () => void;
}

function ChosenFile({ control, id, onRemove }: ChosenFileProps) {
  const own = fieldProps(control);
  const ids = useField(own);
  const { file, href, preview } = useFile(id);
  return (
    <FieldFrame ids={ids} group {...own}>
      <div
        className={styles.file}
        role="group"
        aria-labelledby={ids.labelId}
        aria-describedby={ids.control['aria-describedby']}
      >
        {preview !== undefined && <img src={preview} alt="" className={styles.preview} />}
        <a href={href} target="_blank" rel="noopener" className={styles.fileName}>
          {file?.name ?? 'File'}
        </a>
        <IconButton icon="x" size="small" label={`Remove ${control.field.title}`} onPress={onRemove} />
      </div>
    </FieldFrame>
  );
}
