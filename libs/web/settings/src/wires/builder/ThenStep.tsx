import type { UiAction } from '@cubit/web-client';
import { CodeTextArea, ComboBox, Select } from '@cubit/web-kit/forms';
import { ErrorState, Skeleton } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import type { Faults } from '@cubit/web-records/changes';
import { FieldControl, FormProvider, SchemaForm, type Values } from '@cubit/web-records/forms';
import { useState } from 'react';
import type { DeclaredAction, useDeclaredAction } from './declared.js';
import { type EventField, targetFields } from './event-fields.js';
import { finderOf } from './options.js';
import { Step } from './Step.js';
import { EventFieldsProvider, TemplateControl } from './TemplateControl.js';
import { inputFields, targetKinds } from './wire-values.js';
import styles from './WireBuilder.module.css';

export interface ThenStepProps {
  readonly action: string;
  readonly onAction: (action: string) => void;
  readonly record: string;
  readonly onRecord: (record: string) => void;
  readonly input: Values;
  readonly onInput: (input: Values) => void;
  readonly fields: readonly EventField[];
  /** By pointers into the body: `/input/qty`. */
  readonly faults: Faults;
  readonly declared: ReturnType<typeof useDeclaredAction>;
}

/** The action of a wire: on which record, and with which input. */
export function ThenStep({ action, onAction, declared, faults, ...rest }: ThenStepProps) {
  const [asksInput, setAsksInput] = useState(false);
  const { ui, kind } = useWorkspace();
  const modules = new Map(ui.modules.map(({ name, title }) => [name, title]));
  const offered = ui.actions.find(({ id }) => id === action);
  const titleOf = (id: string) => kind(id)?.title ?? id;
  const options = ui.actions
    .filter(({ effects }) => !effects.read_only)
    .map((each) => ({
      id: each.id,
      title: each.title,
      hint: [modules.get(each.module), ...(targetKinds(each) ?? []).map(titleOf)].filter(Boolean).join(' · '),
      ...(each.ui.icon && { icon: each.ui.icon }),
    }));
  const chosen = options.find(({ id }) => id === action) ?? (action === '' ? undefined : { id: action, title: action });
  return (
    <Step title="Then" icon="play">
      <ComboBox
        label="Action"
        name="action"
        required
        value={chosen}
        onChange={(option) => {
          setAsksInput(true);
          onAction(option?.id ?? '');
        }}
        load={finderOf(options)}
        placeholder="Order, notify, create a task …"
        description={offered?.description ?? declared.item?.description ?? undefined}
        error={faults['/action']}
      />
      {action !== '' && declared.error !== null && <ErrorState error={declared.error} onRetry={declared.retry} />}
      {declared.loading && <Skeleton count={3} />}
      {declared.item && (
        <ActionInput key={declared.item.id} {...rest} {...{ faults, asksInput, offered }} action={declared.item} />
      )}
    </Step>
  );
}

interface ActionInputProps extends Pick<
  ThenStepProps,
  'record' | 'onRecord' | 'input' | 'onInput' | 'fields' | 'faults'
> {
  readonly action: DeclaredAction;
  readonly offered: UiAction | undefined;
  /** The action was chosen just now: the first field that it needs has the focus. */
  readonly asksInput: boolean;
}

const INPUT = '/input';

function ActionInput({
  action,
  offered,
  record,
  onRecord,
  input,
  onInput,
  fields,
  faults,
  asksInput,
}: ActionInputProps) {
  const shown = inputFields(action, offered, input);
  const ofInput = Object.fromEntries(
    Object.entries(faults).flatMap(([path, fault]) =>
      path.startsWith(`${INPUT}/`) ? [[path.slice(INPUT.length), fault]] : [],
    ),
  );
  return (
    <EventFieldsProvider value={fields}>
      <TargetControl {...{ action, record, fields }} onChange={onRecord} error={faults['/record']} />
      {faults[INPUT] !== undefined && (
        <p role="alert" className={styles.bad}>
          {faults[INPUT]}
        </p>
      )}
      <FormProvider control={TemplateControl}>
        <SchemaForm
          fields={shown}
          value={input}
          onChange={onInput}
          faults={ofInput}
          {...(asksInput && { autoFocus: (shown.find(({ required }) => required) ?? shown[0])?.name })}
        />
      </FormProvider>
    </EventFieldsProvider>
  );
}

interface TargetControlProps {
  readonly action: DeclaredAction;
  readonly record: string;
  readonly fields: readonly EventField[];
  readonly onChange: (record: string) => void;
  readonly error: string | undefined;
}

const CERTAIN = 'certain';
const EXPRESSION = 'expression';
const ID = /^"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"$/;

/** The record that the action runs on: one that the event names, a certain one, or what an expression finds. */
function TargetControl({ action, record, fields, onChange, error }: TargetControlProps) {
  const { kind: kindOf } = useWorkspace();
  /** Chosen here: an expression stays one while it is typed. */
  const [way, setWay] = useState<typeof CERTAIN | typeof EXPRESSION>();
  const kinds = targetKinds(action);
  if (kinds?.length === 0) return null;
  const [kind, ...otherKinds] = (kinds ?? []).flatMap((id) => kindOf(id) ?? []);
  const only = otherKinds.length === 0 ? kind : undefined;
  const targets = targetFields(fields, kinds);
  const id = ID.exec(record)?.[1];
  const isNamed = targets.some(({ expression }) => expression === record);
  const value = way ?? (record === '' ? undefined : isNamed ? record : only && id !== undefined ? CERTAIN : EXPRESSION);
  const title = only?.title ?? 'Record';
  const choices = [
    ...targets.map((target) => ({ id: target.expression, title: `${target.title} · ${target.of}` })),
    ...(only ? [{ id: CERTAIN, title: `One ${only.title.toLowerCase()} that you choose` }] : []),
    { id: EXPRESSION, title: 'What an expression finds' },
  ];
  const choose = (next: string | undefined) => {
    const isWay = next === CERTAIN || next === EXPRESSION;
    setWay(isWay ? next : undefined);
    onChange(isWay ? '' : (next ?? ''));
  };
  return (
    <>
      <Select
        label={title}
        name="record"
        required={!action.record_optional}
        value={value}
        choices={choices}
        onChange={choose}
        error={value === EXPRESSION || value === CERTAIN ? undefined : error}
      />
      {value === CERTAIN && only && (
        <FieldControl
          field={{
            ...{ name: 'record', title: `Which ${only.title.toLowerCase()}`, description: null, type: 'ref', ui: {} },
            ...{ schema: { 'x-kind': only.id }, required: true, readOnly: false, nullable: false },
          }}
          density="cell"
          value={id}
          onChange={(next) => onChange(typeof next === 'string' ? JSON.stringify(next) : '')}
          path="/record"
          faults={error === undefined ? {} : { '/record': error }}
          siblings={{}}
        />
      )}
      {value === EXPRESSION && (
        <CodeTextArea
          label="Expression for the record"
          name="record"
          language="cel"
          rows={2}
          description="Gives the id of the record, or a list of ids: one run each."
          placeholder="event.payload.partId"
          value={record}
          onChange={onChange}
          error={error}
        />
      )}
    </>
  );
}
