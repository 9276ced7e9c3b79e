import { RadioGroup, Select, TextField } from '@cubit/web-kit/forms';
import { useApp, useWorkspace } from '@cubit/web-records';
import { type Faults, useChanges } from '@cubit/web-records/changes';
import { FormDialog, type FormState, useForm } from '../parts/index.js';
import type { Display, DisplayContent, SharedView } from './display.js';

interface DisplayValues {
  readonly code: string;
  readonly title: string;
  readonly type: DisplayContent['type'];
  readonly view: string | undefined;
}

interface DisplayDialogProps {
  /** Absent: a screen is paired. */
  readonly display: Display | undefined;
  readonly views: readonly SharedView[];
  readonly onClose: () => void;
}

const SHOWN = ['code', 'title', 'shows/type', 'shows/view'];

/** Pairs a screen, or changes what it shows. */
export function DisplayDialog({ display, views, onClose }: DisplayDialogProps) {
  const { api } = useApp();
  const { path, ui } = useWorkspace();
  const { change } = useChanges();
  const base = path('/displays');
  const hasMachines = ui.kinds.some((kind) => kind.ui.role === 'machine');
  const state = useForm<DisplayValues>({
    initial: display ? valuesOf(display) : { ...NEW, type: hasMachines ? 'machines' : 'view' },
    shown: (at) => SHOWN.includes(at),
    check({ type, view }): Faults {
      return type === 'view' && view === undefined ? { '/shows/view': 'Choose a view' } : {};
    },
    send: async ({ code, title, type, view }) => {
      const body = { title: title.trim(), shows: type === 'machines' ? { type } : { type, view } };
      await change(
        display
          ? {
              run: () => api.patch(`${base}/${display.id}`, body),
              undo: () => api.patch(`${base}/${display.id}`, { title: display.title, shows: display.shows }),
              done: `Changed the display ${body.title}`,
              refresh: [base],
            }
          : {
              run: () => api.post<Display>(base, { ...body, code }),
              done: `Paired the display ${body.title}`,
              refresh: [base],
            },
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={display ? `Edit ${display.title}` : 'Pair a screen'}
      save={display ? 'Save' : 'Pair screen'}
      state={state}
      onClose={onClose}
    >
      {!display && <CodeField state={state} />}
      <ContentFields state={state} views={views} hasMachines={hasMachines} />
    </FormDialog>
  );
}

const NEW: DisplayValues = { code: '', title: '', type: 'view', view: undefined };

function valuesOf({ title, shows }: Display): DisplayValues {
  return { ...NEW, title, type: shows.type, view: shows.type === 'view' ? shows.view : undefined };
}

type State = Pick<FormState<DisplayValues>, 'values' | 'set' | 'fault'>;

function CodeField({ state: { values, set, fault } }: { readonly state: State }) {
  return (
    <TextField
      label="Code"
      name="code"
      description="The six letters on the screen."
      required
      autoFocus
      value={values.code}
      onChange={(code) => set('code', code)}
      error={fault('code')}
    />
  );
}

interface ContentFieldsProps {
  readonly state: State;
  readonly views: readonly SharedView[];
  readonly hasMachines: boolean;
}

function ContentFields({ state: { values, set, fault }, views, hasMachines }: ContentFieldsProps) {
  const { kind } = useWorkspace();
  const choices = [
    ...(hasMachines || values.type === 'machines' ? [{ id: 'machines', title: 'Machines and their jobs' }] : []),
    { id: 'view', title: 'A shared view' },
  ];
  return (
    <>
      <TextField
        label="Title"
        name="title"
        description="Stands at the top of the screen."
        required
        placeholder="Print room"
        value={values.title}
        onChange={(title) => set('title', title)}
        error={fault('title')}
      />
      <RadioGroup
        label="Shows"
        value={values.type}
        choices={choices}
        onChange={(type) => set('type', type === 'machines' ? 'machines' : 'view')}
        error={fault('shows/type')}
      />
      {values.type === 'view' && (
        <Select
          label="View"
          required
          description="Views are saved and shared in lists."
          value={values.view}
          choices={views.map(({ id, name, kind: of }) => ({ id, title: `${kind(of)?.plural ?? of}: ${name}` }))}
          onChange={(view) => set('view', view)}
          error={fault('shows/view')}
        />
      )}
    </>
  );
}
