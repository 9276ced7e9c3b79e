import { Button, Dialog, OrderList } from '@cubit/web-kit';
import { Switch } from '@cubit/web-kit/forms';
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
      <OrderList
        items={inOrder(blocks, arrangement)}
        onMove={({ id }, by) => onChange(moved(blocks, arrangement, [id, by]))}
        start={({ title, of }) => (
          <span className={styles.name}>
            {title}
            <span className={styles.of}>{of}</span>
          </span>
        )}
        end={({ id, title }) => (
          <Switch
            label={`Show ${title}`}
            hideLabel
            value={!arrangement.hidden.includes(id)}
            onChange={(isShown) => onChange(withHidden(arrangement, id, !isShown))}
          />
        )}
      />
    </Dialog>
  );
}
