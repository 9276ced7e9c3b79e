import { splitId, type UiAction } from '@cubit/web-client';
import { withTitles } from '@cubit/web-contract';
import { CodeTextArea, ComboBox, Select } from '@cubit/web-kit/forms';
import { ErrorState, Skeleton } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import type { Faults } from '@cubit/web-records/changes';
import { FieldControl, FormProvider, SchemaForm, type Values } from '@cubit/web-records/forms';
import { useMemo, useState } from 'react';
import { type Declared, type DeclaredAction, isMissing, NOT_HERE } from './declared.js';
import { type EventField, targetFields, targetKinds, titleFor, titlesIn } from './event-fields.js';
import { MissingModule } from './MissingModule.js';
import { finderOf } from './options.js';
import { Step } from './Step.js';
import { SourcesProvider, TemplateControl } from './TemplateControl.js';
import { isMixed } from './templates.js';
import { inputFields } from './wire-values.js';
import styles from './WireBuilder.module.css';

export interface ThenStepProps {
  readonly action: string;
  readonly onAction: (action: string) => void;
  readonly record: string;
  readonly onRecord: (record: string) => void;
  readonly input: Values;
  readonly onInput: (input: Values) => void;
  readonly fields: readonly EventField[];
  /** Names of inputs whose value is proposed. */
  readonly proposed: ReadonlySet<string>;
  /** By pointers into the body: `/input/qty`. */
  readonly faults: Faults;
  readonly declared: Declared<DeclaredAction>;
}

/** The action of a wire: on which record, and with which input. */
export function ThenStep({ action, onAction, declared, faults, ...rest }: ThenStepProps) {
  const [asksInput, setAsksInput] = useState(false);
  const { ui, kind } = useWorkspace();
  const modules = new Map(ui.modules.map(({ name, title }) => [name, title]));
  const offered = ui.actions.find(({ id }) => id === action);
  const described = offered ?? declared.item;
  const titleOf = (id: string) => kind(id)?.title ?? id;
  const options = ui.actions
    .filter(({ effects }) => !effects.read_only)
    .map((each) => ({
      id: each.id,
      title: each.title,
      hint: [modules.get(each.module), ...(targetKinds(each) ?? []).map(titleOf)].filter(Boolean).join(' · '),
      ...(each.ui.icon && { icon: each.ui.icon }),
    }));
  const { module, name: local } = splitId(action);
  const missing = isMissing(action, declared);
  const unknown = action === '' ? undefined : { id: action, title: titleFor(local) };
  return (
    <Step title="Then" icon="play">
      <ComboBox
        label="Action"
        name="action"
        required
        value={options.find(({ id }) => id === action) ?? unknown}
        onChange={(option) => {
          setAsksInput(true);
          onAction(option?.id ?? '');
        }}
        load={finderOf(options)}
        placeholder="Order, notify, create a task …"
        description={
          described?.description ? withTitles(described.description, titlesIn(ui, described.input)) : undefined
        }
        error={missing && faults['/action'] !== undefined ? NOT_HERE : faults['/action']}
      />
      {missing && <MissingModule module={module} what="action" />}
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
  'record' | 'onRecord' | 'input' | 'onInput' | 'fields' | 'proposed' | 'faults'
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
  proposed,
  faults,
  asksInput,
}: ActionInputProps) {
  const shown = inputFields(action, offered, input);
  const ofInput = Object.fromEntries(
    Object.entries(faults).flatMap(([path, fault]) =>
      path.startsWith(`${INPUT}/`) ? [[path.slice(INPUT.length), fault]] : [],
    ),
  );
  const asked = shown.find(({ required, name }) => required && input[name] === undefined) ?? shown[0];
  const sources = useMemo(() => ({ fields, proposed }), [fields, proposed]);
  return (
    <SourcesProvider value={sources}>
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
          {...(asksInput && { autoFocus: asked?.name })}
        />
      </FormProvider>
      {Object.values(input).some(isMixed) && (
        <p className={styles.reads}>
          In a text, <code>{'${…}'}</code> is what its expression gives. For the characters <code>{'${'}</code> write{' '}
          <code>{'$${'}</code>.
        </p>
      )}
    </SourcesProvider>
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
