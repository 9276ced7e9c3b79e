import { Button, Icon, IconButton } from '@cubit/web-kit';
import { CodeTextArea, ComboBox, SegmentedControl, Select } from '@cubit/web-kit/forms';
import { FieldControl } from '@cubit/web-records/forms';
import { comparedWith, type Joint, type Operator } from '@cubit/web-records/filters';
import { useState } from 'react';
import {
  conditionOf,
  isCompared,
  isUnfinished,
  keptLines,
  type KeptLines,
  type Line,
  type Lines,
  lineText,
  needsValue,
  operatorsOf,
  shownLines,
} from './conditions.js';
import type { EventField } from './event-fields.js';
import { finderOf } from './options.js';
import { Step } from './Step.js';
import type { ConditionPart } from './use-wire-test.js';
import styles from './WireBuilder.module.css';

export interface IfStepProps {
  readonly condition: string;
  /** Of a draft, with what is not in the condition yet. */
  readonly kept: KeptLines | undefined;
  readonly onChange: (condition: string, kept: KeptLines | undefined) => void;
  readonly fields: readonly EventField[];
  readonly parts: readonly ConditionPart[] | null | undefined;
  readonly error: string | undefined;
}

const JOINTS: readonly { readonly id: Joint; readonly title: string }[] = [
  { id: 'all', title: 'All are true' },
  { id: 'any', title: 'Any is true' },
];

/** The condition, line by line: all of them must be true, or any. Give it another key where the event changes. */
export function IfStep({ parts, error, ...props }: IfStepProps) {
  const { fields } = props;
  const [{ joint, lines }, setAll] = useLines(props);
  const set = (next: readonly Line[]) => setAll({ joint, lines: next });
  const add = (isExpression: boolean) => {
    const key = 1 + Math.max(-1, ...lines.map((line) => line.key));
    set([...lines, { key, isExpression, text: '', value: undefined, asks: 'field' }]);
  };
  const results = resultsOf({ joint, lines }, parts);
  const atFault = error === undefined ? [] : lines.length === 1 ? lines : lines.filter(isUnfinished);
  return (
    <Step title="If" icon="filter">
      {lines.length === 0 && <p>Always. Add a condition to react to some of these events.</p>}
      {lines.length > 1 && (
        <div className={styles.buttons}>
          <SegmentedControl
            label="Which conditions must be true"
            segments={JOINTS}
            value={joint}
            onChange={(next) => setAll({ joint: next as Joint, lines })}
          />
        </div>
      )}
      {lines.map((line, index) => (
        <LineControl
          key={line.key}
          line={line}
          number={index + 1}
          fields={fields}
          result={results.get(line.key)}
          error={atFault.includes(line) ? error : undefined}
          onChange={(next) => set(lines.map((each) => (each.key === line.key ? next : each)))}
          onRemove={() => set(lines.filter(({ key }) => key !== line.key))}
        />
      ))}
      {error !== undefined && atFault.length === 0 && (
        <p role="alert" className={styles.bad}>
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        <Button icon="plus" size="small" onPress={() => add(false)}>
          Add a condition
        </Button>
        <Button size="small" variant="quiet" onPress={() => add(true)}>
          Write an expression
        </Button>
      </div>
    </Step>
  );
}

/** The lines with those that are not complete yet. They are read again when the condition changes from outside. */
function useLines({ condition, kept, fields, onChange }: Omit<IfStepProps, 'parts' | 'error'>) {
  const read = () => ({ shown: shownLines(condition, kept, fields), condition, kept });
  const [state, setState] = useState(read);
  if (state.condition !== condition || state.kept !== kept) setState(read);
  const set = (shown: Lines) => {
    const next = { condition: conditionOf(shown), kept: keptLines(shown) };
    setState({ shown, ...next });
    onChange(next.condition, next.kept);
  };
  return [state.shown, set] as const;
}

const OPERATORS = { all: 'and', any: 'or' } as const;

/** The value of each line, where the parts of the tested condition are these lines. */
function resultsOf({ joint, lines }: Lines, parts: readonly ConditionPart[] | null | undefined): Map<number, boolean> {
  const complete = lines.filter((line) => lineText(line) !== undefined);
  const [whole] = parts ?? [];
  const joined = complete.length === 1 ? (parts ?? []).slice(0, 1) : (parts ?? []).filter(({ depth }) => depth === 1);
  const fits = complete.length === joined.length && (complete.length === 1 || whole?.operator === OPERATORS[joint]);
  if (!fits) return new Map();
  return new Map(
    complete.flatMap(({ key }, index) => {
      const value = joined[index]?.value;
      return typeof value === 'boolean' ? [[key, value] as const] : [];
    }),
  );
}

interface LineControlProps {
  readonly line: Line;
  readonly number: number;
  readonly fields: readonly EventField[];
  readonly result: boolean | undefined;
  readonly error: string | undefined;
  readonly onChange: (line: Line) => void;
  readonly onRemove: () => void;
}

function LineControl({ line, number, fields, result, error, onChange, onRemove }: LineControlProps) {
  const end = (
    <>
      <span className={styles.lineEnd}>{result !== undefined && <Mark value={result} />}</span>
      <IconButton icon="x" label={`Remove condition ${number}`} onPress={onRemove} />
    </>
  );
  if (line.isExpression)
    return (
      <div className={styles.line} data-wide role="group" aria-label={`Condition ${number}`}>
        <CodeTextArea
          label="Expression"
          name="condition"
          language="cel"
          rows={2}
          autoFocus={line.asks === 'field'}
          placeholder='event.payload.qty > 10 || record.tags.exists(tag, tag == "urgent")'
          value={line.text}
          onChange={(text) => onChange({ ...line, text })}
          error={error}
        />
        {end}
      </div>
    );
  return (
    <div className={styles.line} role="group" aria-label={`Condition ${number}`}>
      <FieldPart {...{ line, fields, error, onChange }} />
      {end}
    </div>
  );
}

function FieldPart({
  line,
  fields,
  error,
  onChange,
}: Pick<LineControlProps, 'line' | 'fields' | 'error' | 'onChange'>) {
  const compared = fields.filter(({ type }) => isCompared(type));
  const { field } = line;
  const lacksValue = isUnfinished(line);
  const choose = (expression: string | undefined) => {
    const next = compared.find((each) => each.expression === expression);
    onChange({ ...line, field: next, operator: operatorsOf(next)[0], value: undefined, asks: 'value' });
  };
  return (
    <>
      <ComboBox
        label="Field"
        name="condition"
        required
        autoFocus={line.asks === 'field'}
        value={field && { id: field.expression, title: field.title }}
        onChange={(option) => choose(option?.id)}
        load={finderOf(compared.map(({ expression: id, title, of: hint }) => ({ id, title, hint })))}
        placeholder="Quantity, status …"
        error={lacksValue ? undefined : error}
      />
      <Select
        label="Comparison"
        required
        disabled={field === undefined}
        value={line.operator}
        choices={operatorsOf(field).map((each) => ({ id: each, title: each }))}
        onChange={(next) => onChange({ ...line, operator: next as Operator })}
      />
      {field && isCompared(field.type) && line.operator && needsValue(line.operator) ? (
        <FieldControl
          key={field.expression}
          density="cell"
          field={comparedWith(field, field.type)}
          value={line.value}
          onChange={(value) => onChange({ ...line, value })}
          path="/value"
          faults={lacksValue && error !== undefined ? { '/value': error } : {}}
          siblings={{}}
          autoFocus={line.asks === 'value'}
        />
      ) : (
        <span />
      )}
    </>
  );
}

/** Whether a part is true. */
export function Mark({ value }: { readonly value: boolean | null }) {
  if (value === null) return <Icon name="triangle-alert" label="Cannot be evaluated" className={styles.bad} />;
  return value ? (
    <Icon name="circle-check" label="True" className={styles.yes} />
  ) : (
    <Icon name="circle-x" label="False" className={styles.no} />
  );
}
