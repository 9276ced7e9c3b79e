import type { Schema, UiKind } from '@cubit/web-client';
import { Status } from '@cubit/web-kit';
import { typeHolds } from '@cubit/web-contract';
import { fieldsOfSchema } from '@cubit/web-records/fields';
import { CellValue, isReference, toneOf, valueText } from '@cubit/web-records/values';
import type { WallRecord } from './shown-display.js';
import type { ShownFact } from './wall-facts.js';
import styles from './wall.module.css';

interface WallValueProps {
  readonly kind: UiKind;
  readonly record: WallRecord;
  readonly fact: Pick<ShownFact, 'field' | 'value' | 'title'>;
}

/** A value without links, because nobody clicks on a wall, and without further requests, which a display may not make. */
export function WallValue({ kind, record: { fields }, fact: { field, value, title } }: WallValueProps) {
  if (typeHolds(field.type, 'boolean'))
    return <Status tone={toneOf(field.ui, value, fields) ?? 'info'}>{title}</Status>;
  if (isReference(field) || field.type === 'url' || field.type === 'email') return <>{valueText(field, value)}</>;
  if (isEntries(value)) return <Entries entries={value} schema={field.schema} />;
  return <CellValue kind={kind} field={field} value={value} fields={fields} inGrid />;
}

type Entry = Readonly<Record<string, unknown>>;

function isEntries(value: unknown): value is readonly Entry[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

const COLOR = /^#?[\da-f]{6}$/i;

/** Objects of a list by their texts and colours: the material in each slot. */
function Entries({ entries, schema }: { readonly entries: readonly Entry[]; readonly schema: Schema }) {
  const members = fieldsOfSchema(schema.items ?? {});
  const texts = members.filter(({ type, ui }) => type === 'text' && ui.widget !== 'swatch');
  const swatch = members.find(({ ui }) => ui.widget === 'swatch')?.name;
  return (
    <span className={styles.entries}>
      {entries.map((entry, index) => {
        const color = swatch === undefined ? undefined : entry[swatch];
        const words = texts.map((member) => valueText(member, entry[member.name])).filter(Boolean);
        return (
          <span key={index} className={styles.entry}>
            {typeof color === 'string' && COLOR.test(color) && (
              <span className={styles.paint} style={{ background: `#${color.replace('#', '')}` }} aria-hidden="true" />
            )}
            {words.slice(0, 2).join(' ')}
          </span>
        );
      })}
    </span>
  );
}
