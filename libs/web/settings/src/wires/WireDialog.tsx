import { CodeTextArea, Select } from '@cubit/web-kit/forms';
import { useApp, useWorkspace } from '@cubit/web-records';
import { type Faults, mergePatch, useChanges } from '@cubit/web-records/changes';
import { FormDialog, NameField, useForm } from '../parts/index.js';
import { inputFault, readInput } from './wire-input.js';
import type { Wire } from './wire.js';

export interface WireDialogProps {
  /** Undefined: a new one. */
  readonly wire: Wire | undefined;
  readonly onClose: () => void;
  readonly onCreated?: (wire: Wire) => void;
}

interface WireValues {
  readonly name: string;
  readonly event: string;
  readonly action: string;
  readonly condition: string;
  readonly record: string;
  readonly input: string;
  readonly mode: string;
}

const FIELDS = ['name', 'event', 'action', 'condition', 'record', 'input', 'mode'];

const MODES = [
  { id: 'parallel', title: 'At the same time' },
  { id: 'queued', title: 'One after another' },
  { id: 'single', title: 'Only one; others are skipped' },
];

/** A wire as fields; expressions are CEL. */
export function WireDialog({ wire, onClose, onCreated }: WireDialogProps) {
  const save = useSaveWire(wire);
  const state = useForm<WireValues>({
    initial: {
      name: wire?.name ?? '',
      event: wire?.event ?? '',
      action: wire?.action ?? '',
      condition: wire?.condition ?? '',
      record: wire?.record ?? '',
      input: JSON.stringify(wire?.input ?? {}, null, 2),
      mode: wire?.mode ?? 'parallel',
    },
    draft: `wire:${wire?.id ?? 'new'}`,
    shown: (path) => FIELDS.includes(path.split('/')[0] ?? ''),
    check: ({ input }): Faults => {
      const read = readInput(input);
      return 'fault' in read ? { '/input': read.fault } : {};
    },
    send: async (values) => {
      const saved = await save(values);
      onClose();
      onCreated?.(saved);
    },
  });
  return (
    <FormDialog
      title={wire ? `Wire ${wire.name}` : 'New wire'}
      save={wire ? 'Save wire' : 'Create wire'}
      size="large"
      state={state}
      onClose={onClose}
    >
      <WireInputs state={state} />
    </FormDialog>
  );
}

function WireInputs({ state }: { readonly state: ReturnType<typeof useForm<WireValues>> }) {
  const { ui } = useWorkspace();
  const { values, set, fault, faults } = state;
  return (
    <>
      <NameField state={state} />
      <Select
        label="When"
        name="event"
        required
        value={values.event || undefined}
        choices={ui.events.map(({ name, title }) => ({ id: name, title: `${title} (${name})` }))}
        onChange={(event) => set('event', event ?? '')}
        error={fault('event')}
      />
      <CodeTextArea
        label="Condition"
        name="condition"
        language="cel"
        rows={3}
        description="A CEL expression over event; empty: always."
        placeholder="event.payload.qty > 10.0"
        value={values.condition}
        onChange={(condition) => set('condition', condition)}
        error={fault('condition')}
      />
      <Select
        label="Do"
        name="action"
        required
        value={values.action || undefined}
        choices={ui.actions.map(({ id, title, module }) => ({ id, title: `${title} (${moduleTitle(module)})` }))}
        onChange={(action) => set('action', action ?? '')}
        error={fault('action')}
      />
      <CodeTextArea
        label="Record"
        name="record"
        language="cel"
        rows={2}
        description="A CEL expression for the id of the record that the action is for."
        placeholder="event.payload.partId"
        value={values.record}
        onChange={(record) => set('record', record)}
        error={fault('record')}
      />
      <CodeTextArea
        label="Input"
        name="input"
        rows={6}
        description="Members of the action’s input as JSON; texts may hold CEL, as docs describe."
        value={values.input}
        onChange={(input) => set('input', input)}
        error={inputFault(faults)}
      />
      <Select
        label="Runs"
        required
        value={values.mode}
        choices={MODES}
        onChange={(mode) => set('mode', mode ?? 'parallel')}
        error={fault('mode')}
      />
    </>
  );

  function moduleTitle(name: string): string {
    return ui.modules.find((module) => module.name === name)?.title ?? name;
  }
}

function useSaveWire(wire: Wire | undefined) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { change } = useChanges();
  const base = path('/wires');
  return (values: WireValues) => {
    const read = readInput(values.input);
    // The form sends no text that cannot be read.
    if ('fault' in read) throw new Error(read.fault);
    const { input } = read;
    const body = { ...values, condition: values.condition.trim() || null, record: values.record.trim() || null, input };
    const before = wire && {
      ...{
        name: wire.name,
        event: wire.event,
        action: wire.action,
        condition: wire.condition,
        record: wire.record,
        mode: wire.mode,
      },
      input: mergePatch(input, wire.input),
    };
    return change<Wire>({
      run: () =>
        wire
          ? api.patch(`${base}/${wire.id}`, { ...body, input: mergePatch(wire.input, input) })
          : api.post(base, body),
      undo: ({ id }) => (before ? api.patch(`${base}/${id}`, before) : api.delete(`${base}/${id}`)),
      done: wire ? `Changed the wire ${wire.name}` : `Created the wire ${values.name}`,
      refresh: [base],
    });
  };
}
