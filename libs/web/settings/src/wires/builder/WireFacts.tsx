import { splitId } from '@cubit/web-client';
import { DescriptionList, RelativeTime } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { useMembers } from '@cubit/web-records/members';
import styles from '../../parts/parts.module.css';
import type { Wire } from '../wire.js';
import { type Line, linesOf, needsValue } from './conditions.js';
import { useDeclaredAction, useDeclaredEvent } from './declared.js';
import { type EventField, titleFor } from './event-fields.js';
import { Shown, type ShownProps } from './Shown.js';
import { expressionOf, isTemplate, literalOf } from './templates.js';
import { useEventFields } from './use-wire-form.js';
import { inputFields } from './wire-values.js';

/** What a wire does, in words where its expressions have some. */
export function WireFacts({ wire }: { readonly wire: Wire }) {
  const { ui } = useWorkspace();
  const members = useMembers();
  const event = useDeclaredEvent(wire.event);
  const action = useDeclaredAction(wire.action);
  const fields = useEventFields(event.item);
  const eventTitle = ui.events.find(({ name }) => name === wire.event)?.title;
  const offered = ui.actions.find(({ id }) => id === wire.action);
  const inputs = action.item ? inputFields(action.item, offered, wire.input) : [];
  const input = Object.entries(wire.input).map(([name, value]) => {
    const field = inputs.find((each) => each.name === name);
    return { title: field?.title ?? name, value: <Value {...{ value, fields }} field={field} /> };
  });
  return (
    <DescriptionList
      items={[
        { title: 'When', value: eventTitle ?? titleFor(wire.event.split('.').slice(1).join('.')) },
        {
          title: 'If',
          value: wire.condition === null ? 'Always' : <Condition text={wire.condition} fields={fields} />,
        },
        { title: 'Then', value: offered?.title ?? titleFor(splitId(wire.action).name) },
        ...(wire.record === null ? [] : [{ title: 'For', value: <Source expression={wire.record} fields={fields} /> }]),
        ...(input.length === 0 ? [] : [{ title: 'With', value: <DescriptionList items={input} /> }]),
        { title: 'In the name of', value: members.get(wire.created_by ?? '')?.name ?? 'Former member' },
        { title: 'Last run', value: wire.last_run_at === null ? 'Never' : <RelativeTime at={wire.last_run_at} /> },
      ]}
    />
  );
}

interface FieldsProps {
  readonly fields: readonly EventField[];
}

function Condition({ text, fields }: FieldsProps & { readonly text: string }) {
  const { joint, lines } = linesOf(text, fields);
  return (
    <span className={styles.stack}>
      {joint === 'any' && <span>Any of these is true:</span>}
      {lines.map((line) => (
        <ConditionLine key={line.key} line={line} />
      ))}
    </span>
  );
}

function ConditionLine({ line: { field, operator, value, text } }: { readonly line: Line }) {
  if (!field || !operator) return <code className={styles.code}>{text}</code>;
  return (
    <span>
      {field.title} {operator} {needsValue(operator) && <Shown field={field} value={value} />}
    </span>
  );
}

/** The field of the event that an expression reads, or the expression. */
function Source({ expression, fields }: FieldsProps & { readonly expression: string }) {
  const field = fields.find((each) => each.expression === expression);
  return field ? `${field.title} · ${field.of}` : <code className={styles.code}>{expression}</code>;
}

interface ValueProps extends FieldsProps {
  readonly value: unknown;
  readonly field: ShownProps['field'] | undefined;
}

function Value({ value, field, fields }: ValueProps) {
  const expression = expressionOf(value);
  if (expression !== null) return <Source {...{ expression, fields }} />;
  if (isTemplate(value)) return value;
  const shown = typeof value === 'string' ? literalOf(value) : value;
  return field ? <Shown field={field} value={shown} /> : <code className={styles.code}>{JSON.stringify(shown)}</code>;
}
