import { Button, Dialog, IconButton } from '@cubit/web-kit';
import { Switch } from '@cubit/web-kit/forms';
import { useLayoutEffect, useRef } from 'react';
import { type Arrangement, AS_DECLARED, type HomeBlock, inOrder, moved, withHidden } from './home-blocks.js';
import styles from './ArrangeDialog.module.css';

export interface ArrangeDialogProps {
  readonly blocks: readonly HomeBlock[];
  readonly arrangement: Arrangement;
  readonly onChange: (arrangement: Arrangement) => void;
  readonly onClose: () => void;
}

/** Order of the parts of the home page, and which of them are shown. The page behind shows each change; it is stored with the end of the dialog. */
export function ArrangeDialog({ blocks, arrangement, onChange, onClose }: ArrangeDialogProps) {
  const pressed = useRef<readonly [id: string, by: number]>(null);
  const list = useRef<HTMLOListElement>(null);
  const ordered = inOrder(blocks, arrangement);
  const move = (id: string, by: number) => {
    onChange(moved(blocks, arrangement, [id, by]));
    pressed.current = [id, by];
  };
  // A part that is moved in the document loses the focus.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const [id, by] = pressed.current;
    pressed.current = null;
    const row = [...(list.current?.children ?? [])].find((item) => item.getAttribute('data-part') === id);
    row?.querySelector<HTMLElement>(`[data-drive="move:${by < 0 ? 'up' : 'down'}"]`)?.focus();
  }, [arrangement]);
  const footer = (
    <>
      <Button onPress={() => onChange(AS_DECLARED)}>Reset</Button>
      <Button variant="primary" onPress={onClose}>
        Done
      </Button>
    </>
  );
  return (
    <Dialog open title="Arrange home" size="small" onClose={onClose} footer={footer}>
      <ol className={styles.parts} ref={list}>
        {ordered.map(({ id, title, of }, index) => (
          <li key={id} className={styles.part} data-part={id}>
            <span className={styles.name}>
              {title}
              <span className={styles.of}>{of}</span>
            </span>
            <IconButton
              icon="arrow-up"
              size="small"
              label={`Move ${title} up`}
              drive="move:up"
              disabledReason={index === 0 ? 'It is the first.' : undefined}
              onPress={() => move(id, -1)}
            />
            <IconButton
              icon="arrow-down"
              size="small"
              label={`Move ${title} down`}
              drive="move:down"
              disabledReason={index === ordered.length - 1 ? 'It is the last.' : undefined}
              onPress={() => move(id, 1)}
            />
            <Switch
              label={`Show ${title}`}
              hideLabel
              value={!arrangement.hidden.includes(id)}
              onChange={(isShown) => onChange(withHidden(arrangement, id, !isShown))}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
