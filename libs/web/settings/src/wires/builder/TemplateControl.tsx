import { IconButton, Menu, type MenuGroup, Tag } from '@cubit/web-kit';
import { CodeTextArea, FieldFrame, HelpButtonContext, useField } from '@cubit/web-kit/forms';
import { type ControlProps, FieldControl } from '@cubit/web-records/forms';
import { typeHoldsOne } from '@cubit/web-contract';
import { createContext, useContext, useState } from 'react';
import { canFill, type EventField } from './event-fields.js';
import { expressionOf, isTemplate, templateOf } from './templates.js';
import styles from './WireBuilder.module.css';

export interface Sources {
  /** The values of the event. */
  readonly fields: readonly EventField[];
  /** Names of inputs whose value is proposed. */
  readonly proposed: ReadonlySet<string>;
}

const SourcesContext = createContext<Sources>({ fields: [], proposed: new Set() });

/** Where the controls below take values from. */
export const SourcesProvider = SourcesContext.Provider;

const PROPOSED = 'Proposed from the event. Remove it to enter something else.';

/** The control of a field of an input: a value, or where a wire takes it from. */
export function TemplateControl(props: ControlProps) {
  const { field, density = 'form' } = props;
  const [writes, setWrites] = useState(false);
  const hasMembers = field.type === 'object' || (field.type === 'json' && field.schema.properties !== undefined);
  if (density !== 'form' || (hasMembers && !isTemplate(props.value))) return <FieldControl {...props} />;
  return (
    <div className={styles.template}>
      <TemplateValue {...props} writes={writes} />
      <div className={styles.templateButton}>
        <SourceMenu {...props} {...{ writes }} onWrite={setWrites} />
      </div>
    </div>
  );
}

interface TemplateValueProps extends ControlProps {
  /** Somebody writes an expression: it stays a text, whatever it reads. */
  readonly writes: boolean;
}

function TemplateValue({ writes, ...props }: TemplateValueProps) {
  const { field, value, onChange, path, faults } = props;
  const { fields, proposed } = useContext(SourcesContext);
  if (!isTemplate(value) && !writes) return <FieldControl {...props} />;
  const expression = expressionOf(value);
  const source = fields.find((each) => each.expression === expression);
  const shared = { label: field.title, required: field.required, error: faults[path], name: nameOf(path) };
  const description = proposed.has(path.slice(1)) ? PROPOSED : undefined;
  if (source && !writes)
    return (
      <HelpButtonContext value={null}>
        <SourceChip {...shared} {...{ source, description }} onRemove={() => onChange(undefined)} />
      </HelpButtonContext>
    );
  // A text around expressions is written as a text.
  if (expression === null && isText(props) && !writes) return <FieldControl {...props} />;
  return (
    <CodeTextArea
      {...shared}
      language="cel"
      rows={2}
      autoFocus={writes}
      value={expression ?? (isTemplate(value) ? value : '')}
      onChange={(text) => onChange(text === '' ? undefined : text.includes('${') ? text : templateOf(text))}
    />
  );
}

const nameOf = (path: string) => path.slice(1).replaceAll('/', '.');
const isText = ({ field }: ControlProps) => typeHoldsOne(field.type, 'text');

interface SourceChipProps {
  readonly label: string;
  readonly required: boolean;
  readonly error: string | undefined;
  readonly name: string;
  readonly source: EventField;
  readonly description: string | undefined;
  readonly onRemove: () => void;
}

function SourceChip({ source, onRemove, ...props }: SourceChipProps) {
  const ids = useField(props);
  return (
    <FieldFrame ids={ids} group {...props}>
      <div role="group" aria-labelledby={ids.labelId} className={styles.templateChip}>
        <Tag onRemove={onRemove}>{`${source.title} · ${source.of}`}</Tag>
      </div>
    </FieldFrame>
  );
}

interface SourceMenuProps extends TemplateValueProps {
  readonly onWrite: (writes: boolean) => void;
}

function SourceMenu({ writes, onWrite, ...props }: SourceMenuProps) {
  const { field, value, onChange } = props;
  const { fields } = useContext(SourcesContext);
  const insert = (expression: string) => {
    onWrite(false);
    const isAround = isText(props) && typeof value === 'string' && value !== '' && expressionOf(value) === null;
    onChange(isAround ? `${value}${templateOf(expression)}` : templateOf(expression));
  };
  const groups = Map.groupBy(
    fields.filter((source) => canFill(field, source)),
    ({ of }) => of,
  );
  const shown: MenuGroup[] = [...groups].map(([title, sources]) => ({
    title,
    entries: sources.map(({ expression: id, title: name }) => ({ id, title: name, onSelect: () => insert(id) })),
  }));
  const write = { id: 'expression', title: 'Write an expression', onSelect: () => onWrite(true) };
  const leave = () => {
    onWrite(false);
    onChange(undefined);
  };
  const enter = { id: 'value', title: 'Enter a value', onSelect: leave };
  return (
    <Menu
      label={`Where ${field.title} comes from`}
      placement="bottom end"
      trigger={<IconButton icon="zap" label={`Take ${field.title} from the event`} />}
      groups={[...shown, { entries: isTemplate(value) || writes ? [write, enter] : [write] }]}
    />
  );
}
