import { useMemo, useState } from 'react';
import {
  Button,
  ConfirmDialog,
  Dialog,
  Disclosure,
  Drawer,
  IconButton,
  Kbd,
  LinkButton,
  Menu,
  type MenuEntry,
  Pane,
  Panel,
  Popover,
  Toolbar,
  useKeyList,
  useKeys,
  useScanner,
  useToasts,
} from '../src/index.js';
import { Form, TextField } from '../src/forms/index.js';
import styles from './Gallery.module.css';

const ENTRIES: readonly MenuEntry[] = [
  { id: 'edit', title: 'Edit', icon: 'pencil', keys: 'e' },
  { id: 'print', title: 'Print label', icon: 'printer', keys: 'p', hint: '62 mm, on the printer at the bench' },
  { id: 'watch', title: 'Watch', icon: 'eye', checked: true },
  { id: 'move', title: 'Move', icon: 'move', disabledReason: 'It is at an archived place' },
];

export function Actions() {
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  return (
    <div className={styles.stack}>
      <Panel title="Buttons">
        <Buttons onOpen={setOpen} />
      </Panel>
      <KeysAndScans />
      <Panel title="Pane" flush>
        <div className={styles.pane}>
          <Pane label="Peek" width={360}>
            <p>Its width can be changed at the edge.</p>
          </Pane>
        </div>
      </Panel>
      <Disclosure title="More fields" aside={<Button size="small">Add</Button>}>
        What is closed is not in the document.
      </Disclosure>
      <ExampleDialog open={open === 'dialog'} onClose={close} />
      <ConfirmDialog
        open={open === 'confirm'}
        title="Delete 3 parts?"
        confirm="Delete 3 parts"
        danger
        onConfirm={close}
        onClose={close}
      >
        They go to the trash, from which you can restore them for 30 days.
      </ConfirmDialog>
      <Drawer title="Filters" open={open === 'drawer'} onClose={close}>
        Content
      </Drawer>
    </div>
  );
}

function Buttons({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const [pending, setPending] = useState(false);
  const work = () => {
    setPending(true);
    setTimeout(() => setPending(false), 2_000);
  };
  return (
    <div className={styles.stack}>
      <div className={styles.row}>
        <Button variant="primary" icon="plus" keys="c" hint="New part" onPress={() => onOpen('dialog')}>
          New part
        </Button>
        <Button icon="download" pending={pending} onPress={work}>
          Receive 10
        </Button>
        <Button variant="quiet" onPress={() => onOpen('drawer')}>
          Open drawer
        </Button>
        <Button variant="danger" icon="trash-2" onPress={() => onOpen('confirm')}>
          Delete
        </Button>
        <Button disabledReason="Nothing is selected">Archive</Button>
        <Button variant="primary" pending>
          Saving
        </Button>
        <LinkButton href="#link" iconAfter="external-link">
          Manual
        </LinkButton>
      </div>
      <Toolbar label="List" end={<IconButton icon="settings-2" label="Columns" />}>
        <Menu
          label="Actions"
          trigger={<Button iconAfter="chevron-down">Actions</Button>}
          groups={[
            { title: 'This part', entries: ENTRIES },
            { entries: [{ id: 'x', title: 'Delete', icon: 'trash-2', danger: true, keys: 'delete' }] },
          ]}
        />
        <Popover label="Filter" trigger={<Button icon="filter">Filter</Button>}>
          <TextField label="Expression" value="" onChange={() => undefined} />
        </Popover>
        <IconButton icon="search" label="Search" keys="/" />
        <Button size="small" pressed>
          Mine
        </Button>
        <Kbd keys="mod+k" /> <Kbd keys="g h" />
      </Toolbar>
    </div>
  );
}

function KeysAndScans() {
  const toasts = useToasts();
  const map = useMemo(
    () => ({
      t: {
        title: 'Show a toast',
        run: () =>
          toasts.show({ text: '3 parts archived', onUndo: () => toasts.show({ text: 'Restored', tone: 'ok' }) }),
      },
      b: {
        title: 'Show an error',
        run: () => toasts.show({ text: 'The part could not be saved.', tone: 'bad', requestId: '01J9Z3K8' }),
      },
    }),
    [toasts],
  );
  useKeys('Gallery', map);
  useScanner((code) => toasts.show({ text: `Scanned ${code}`, tone: 'info' }));
  const keys = useKeyList();
  return (
    <Panel title="Keys">
      {keys.map((key) => (
        <div key={key.keys} className={styles.row}>
          <Kbd keys={key.keys} /> {key.title}
        </div>
      ))}
    </Panel>
  );
}

function ExampleDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const footer = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" onPress={onClose}>
        Create part
      </Button>
    </>
  );
  return (
    <Dialog title="New part" open={open} onClose={onClose} footer={footer}>
      <Form onSubmit={onClose}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          required
          autoFocus
          error={name === '' ? 'A part needs a name.' : undefined}
        />
        <TextField
          label="Part number"
          value=""
          onChange={() => undefined}
          mono
          description="Left empty, it gets the next free one."
        />
      </Form>
    </Dialog>
  );
}
