import { Disclosure } from '@cubit/web-kit';
import { factsOf, type FormGroup, typeHolds, typeHoldsOne } from '@cubit/web-contract';
import { DescriptionsAtLabels } from '@cubit/web-kit/forms';
import { useState } from 'react';
import type { Faults } from '../app/refusal.js';
import { columnsOf, type FormField } from './model/form-field.js';
import { faultAt } from './model/faults.js';
import { groupFields } from './model/groups.js';
import { applies, type Values } from './model/condition.js';
import type { UiKind } from '@cubit/web-client';
import { referencesOf } from './model/references.js';
import { useUnits } from './controls/use-units.js';
import { useNestedForms } from './controls/nested-forms.js';
import styles from './SchemaForm.module.css';

export interface SchemaFormProps {
  /** `fieldsOfKind` or `fieldsOfSchema`. */
  readonly fields: readonly FormField[];
  readonly groups?: readonly FormGroup[];
  readonly value: Values;
  readonly onChange: (value: Values) => void;
  readonly faults?: Faults;
  /** The record that the form is about: units and conditions may name its fields. */
  readonly about?: Values | undefined;
  /** The kind of that record, or of the one that is created. */
  readonly kind?: UiKind | undefined;
  /** The name of the field that has the focus at first. */
  readonly autoFocus?: string;
}

/** The fields of a schema, in their groups. Below a `FormProvider`. */
export function SchemaForm({ fields, groups, value, about, kind, ...rest }: SchemaFormProps) {
  const given = { ...about, ...value };
  const units = useUnits({
    ...{ fields, references: [...fields, ...(kind?.fields ?? [])], values: given },
    measure: given['id'] === undefined ? undefined : kind?.ui.measure,
  });
  const known = { ...given, ...units };
  const references = referencesOf([...(kind?.fields ?? []), ...fields], kind?.id);
  const visible = fields.filter(({ ui }) => ui.visible === undefined || applies(ui.visible, known));
  return (
    <DescriptionsAtLabels>
      {groupFields(visible, groups).map((group) => (
        <Group key={group.title ?? ''} {...rest} {...{ group, value, known, references }} />
      ))}
    </DescriptionsAtLabels>
  );
}

interface GroupProps extends Pick<SchemaFormProps, 'value' | 'onChange' | 'faults' | 'autoFocus'> {
  readonly group: { readonly title: string | null; readonly fields: readonly FormField[]; readonly collapsed: boolean };
  readonly known: Values;
  readonly references: Readonly<Record<string, string>>;
}

function Group({ group, known, references, ...form }: GroupProps) {
  const { FieldControl } = useNestedForms();
  const { faults = {}, value, onChange } = form;
  const hasFault = group.fields.some(({ name }) => faultAt(faults, `/${name}`, true) !== undefined);
  const [open, setOpen] = useState(!group.collapsed);
  const content = (
    <div className={styles.fields}>
      {group.fields.map((field) => (
        <div key={field.name} data-wide={isWide(field) || undefined} className={styles.field}>
          <FieldControl
            field={field}
            value={value[field.name]}
            onChange={(next) => onChange({ ...value, [field.name]: next })}
            path={`/${field.name}`}
            faults={faults}
            siblings={known}
            references={references}
            autoFocus={field.name === form.autoFocus}
          />
        </div>
      ))}
    </div>
  );
  if (group.title === null) return content;
  return (
    <Disclosure title={group.title} open={open || hasFault} onOpenChange={setOpen}>
      {content}
    </Disclosure>
  );
}

const WIDE_ENUM = 3;

/** Fields that need the whole width. */
function isWide(field: FormField): boolean {
  if (typeHoldsOne(field.type, 'option'))
    return (field.schema.enum?.length ?? 0) > WIDE_ENUM && (field.schema.enum?.length ?? 0) <= 5;
  return (
    factsOf(field.type)?.long === true ||
    typeHolds(field.type, 'data', 'file') ||
    field.type === 'object' ||
    field.type === 'array' ||
    field.schema.type === 'array' ||
    columnsOf(field) !== null ||
    field.ui.widget === 'markdown'
  );
}
