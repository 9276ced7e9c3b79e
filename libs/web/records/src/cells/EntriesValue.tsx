import { typeHolds, typeHoldsOne } from '@cubit/web-contract';
import { useWorkspace } from '../app/workspace-context.js';
import { fieldsOfSchema, type FormField } from '../forms/model/form-field.js';
import type { CellProps } from './cell-props.js';
import { RefChip } from './link-values.js';
import { unitText } from './unit-text.js';
import { valueText } from './value-text.js';
import styles from './Cell.module.css';

const SHOWN = 3;

type Entry = Readonly<Record<string, unknown>>;

/** Objects of a list: the first of them by what they are called. */
export function EntriesValue({ field, value }: Pick<CellProps, 'field' | 'value'>) {
  const entries = value as readonly Entry[];
  const members = fieldsOfSchema(field.schema.items ?? {});
  return (
    <span className={styles.entries}>
      {entries.slice(0, SHOWN).map((entry, index) => (
        <EntryTitle key={index} entry={entry} members={members} />
      ))}
      {entries.length > SHOWN && <span className={styles.more}>+{entries.length - SHOWN}</span>}
    </span>
  );
}

interface EntryTitleProps {
  readonly entry: Entry;
  readonly members: readonly FormField[];
}

/** The record that an entry names, one with a name of its own before others; else its first two values. */
function EntryTitle({ entry, members }: EntryTitleProps) {
  const { kind: kindOf } = useWorkspace();
  if (typeof entry['kind'] === 'string' && typeof entry['id'] === 'string') return <RefChip value={entry} />;
  const references = members.flatMap(({ name, type, schema }) => {
    const value = entry[name];
    const kind = typeHoldsOne(type, 'record') ? kindOf(String(schema['x-kind'])) : undefined;
    return kind && typeof value === 'string' ? [{ kind, value }] : [];
  });
  const reference = references.find(({ kind }) => kind.title_field !== null) ?? references[0];
  if (reference) return <RefChip kind={reference.kind.id} value={reference.value} />;
  const texts = members
    .filter(({ type }) => !['object', 'array', 'json'].includes(type) && !typeHolds(type, 'record'))
    .map((member) => [valueText(member, entry[member.name]), unitText(member.ui, entry)] as const)
    .filter(([text]) => text !== '')
    .map((words) => words.filter(Boolean).join(' '));
  return <span className={styles.text}>{texts.slice(0, 2).join(' ')}</span>;
}
