import { sentence } from '@cubit/web-contract';
import { pagePaths } from '@cubit/web-client';
import { useApp, useGo, useSearchParams, useWorkspace } from '@cubit/web-records';
import { type Faults, mergePatch, useChanges } from '@cubit/web-records/changes';
import { useMemo, useState } from 'react';
import { useForm, useList, useLive } from '../../parts/index.js';
import { isEvent } from '../is-event.js';
import type { Wire } from '../wire.js';
import { useDeclaredAction, useDeclaredEvent } from './declared.js';
import { type EventField, eventFields } from './event-fields.js';
import { emptiedInputs, proposedInput, proposedRecord, withoutProposed } from './proposals.js';
import { isTemplate } from './templates.js';
import type { LoggedEvent } from './TryPanel.js';
import { useWireTest, type WireFault } from './use-wire-test.js';
import { bodyOf, hasUnfinished, inputFields, inputOf, nameFor, valuesOf, type WireValues } from './wire-values.js';

const RECENT = 10;
const UNFINISHED = 'Has no value yet. Give it one, or remove the condition.';
const MEMBERS: readonly string[] = ['name', 'event', 'action', 'condition', 'record', 'input', 'mode'];

export interface WireFormOptions {
  /** The wire that is changed. */
  readonly wire?: Wire | undefined;
  /** The id of the wire that is copied. */
  readonly copied?: string | undefined;
  readonly initial: WireValues;
}

/** The values of the page, what event and action declare, and what the wire would do. */
export function useWireForm({ wire, copied, initial }: WireFormOptions) {
  const { ui, slug } = useWorkspace();
  const go = useGo();
  const save = useSaveWire(wire);
  const { values: entered, ...form } = useForm<WireValues>({
    initial,
    draft: ['automation', wire?.id ?? copied ?? 'new', ...(wire ? [] : [initial.event, initial.action])].join(':'),
    shown: (path) => MEMBERS.includes(path.split('/')[0] ?? ''),
    check: (checked): Faults => ({
      ...(checked.event === '' && { '/event': 'Is required.' }),
      ...(checked.action === '' && { '/action': 'Is required.' }),
      ...(hasUnfinished(checked) && { '/condition': UNFINISHED }),
    }),
    send: async () => {
      const saved = await save({ ...values, name: values.name.trim() || nameFor(values, ui) }, input);
      go(`${pagePaths.workspace(slug)}/wires/${saved.id}`);
    },
  });
  const event = useDeclaredEvent(entered.event);
  const action = useDeclaredAction(entered.action);
  const fields = useEventFields(event.item);
  const offered = ui.actions.find(({ id }) => id === entered.action);
  const shownInput = action.item ? inputFields(action.item, offered, entered.input) : [];
  const proposal = proposedInput(shownInput, entered, fields);
  const values = {
    ...entered,
    record: entered.record ?? proposedRecord(action.item, fields),
    input: { ...entered.input, ...proposal },
  };
  const input = inputOf(shownInput, values.input);
  const tried = action.item ? { action: values.action, input } : {};
  const trial = useTrial(values, { ...tried, ...(wire && { replaces: wire.id }) });
  const change = (part: Partial<WireValues>) => form.replace({ ...entered, ...part });
  return {
    ...form,
    ...{ values, change, event, action, fields, shownInput, trial },
    proposed: new Set(Object.keys(proposal)),
    setInput: (next: WireValues['input']) =>
      change({ input: withoutProposed(next, proposal), emptied: emptiedInputs(next, entered.emptied) }),
    setEvent: (name: string) => {
      const input = withoutSources(entered.input);
      change({ event: name, condition: '', lines: undefined, record: undefined, input, emptied: undefined });
    },
    faults: { ...liveFaults(trial.test.data?.faults ?? [], values), ...form.faults },
  };
}

export type WireForm = ReturnType<typeof useWireForm>;

/** What expressions of a wire on the event can read. */
export function useEventFields(event: ReturnType<typeof useDeclaredEvent>['item']): readonly EventField[] {
  const { kind } = useWorkspace();
  return useMemo(
    () => (event ? eventFields(event, kind(event.records[0]?.kind ?? ''), (id) => kind(id)?.title) : []),
    [event, kind],
  );
}

/** The events to try the wire on, and the test with one of them. */
function useTrial(values: WireValues, more: object) {
  const { event: asked, sample: given } = useSearchParams();
  const [chosen, setChosen] = useState({ event: asked, id: given });
  // An event of another name is none of this wire.
  const sample = chosen.event === values.event ? chosen.id : undefined;
  const events = useLatestEvents(values.event);
  const { event, condition, record } = bodyOf(values);
  const draft = {
    ...{ event, condition, record, recent: RECENT },
    ...(sample !== undefined && { sample }),
    ...more,
  };
  const setSample = (id: string | undefined) => setChosen({ event, id });
  return { sample, setSample, events, test: useWireTest(event === '' ? null : draft) };
}

function useLatestEvents(name: string) {
  const { path } = useWorkspace();
  const at = path('/event-log');
  useLive(at, isEvent);
  return useList<LoggedEvent>(at, { query: { name, limit: RECENT, expand: 'records' }, enabled: name !== '' });
}

/** The faults that a test found where something was entered. What is still missing is said when the wire is saved. */
function liveFaults(faults: readonly WireFault[], values: WireValues): Faults {
  const isEntered = (path: string) => {
    const [part, ...rest] = path.split('/').slice(1);
    let value: unknown = values[part as keyof WireValues];
    for (const name of rest) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
    return value !== undefined && value !== '';
  };
  return Object.fromEntries(
    faults.filter(({ path }) => isEntered(path)).map(({ path, message }) => [path, sentence(message)]),
  );
}

/** Values of the event that was chosen before mean nothing any more. */
function withoutSources(input: WireValues['input']): WireValues['input'] {
  const entries = Object.entries(input);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && !isTemplate(JSON.stringify(value))));
}

function useSaveWire(wire: Wire | undefined) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { change } = useChanges();
  const base = path('/wires');
  return (values: WireValues, input: Wire['input']) => {
    const body = { ...bodyOf(values), name: values.name };
    const before = wire && { ...bodyOf(valuesOf(wire)), name: wire.name, input: mergePatch(input, wire.input) };
    return change<Wire>({
      run: () =>
        wire
          ? api.patch(`${base}/${wire.id}`, { ...body, input: mergePatch(wire.input, input) })
          : api.post(base, { ...body, input }),
      undo: ({ id }) => (before ? api.patch(`${base}/${id}`, before) : api.delete(`${base}/${id}`)),
      done: wire ? `Changed the wire ${wire.name}` : `Created the wire ${values.name}`,
      refresh: [base],
    });
  };
}
