import { Button } from '@cubit/web-kit';
import { FieldHelp, FieldWords, useField } from '@cubit/web-kit/forms';
import { faultAt } from '../model/faults.js';
import type { Values } from '../model/condition.js';
import { fieldsOfSchema } from '../model/form-field.js';
import { referencesOf } from '../model/references.js';
import type { ControlProps } from './control-props.js';
import { useNestedForms } from './nested-forms.js';
import styles from './controls.module.css';

/** Members of an object. An optional one is absent until it is opened, so that its required members do not block the form. */
export function ObjectControl(control: ControlProps) {
  const { field, value, onChange, path, faults, siblings } = control;
  const { FieldControl } = useNestedForms();
  const own = { label: field.title, description: field.description ?? undefined };
  const ids = useField(own);
  const isOpen = field.required || (value !== undefined && value !== null);
  const members = (value ?? {}) as Values;
  const fault = faultAt(faults, path);
  if (!isOpen)
    return (
      <div data-drive={`field:${field.name}`} className={styles.objectClosed}>
        <FieldHelp ids={ids} description={own.description}>
          <span id={ids.labelId} className={styles.objectTitle}>
            {field.title}
          </span>
        </FieldHelp>
        <Button
          icon="plus"
          size="small"
          variant="quiet"
          label={`Add ${field.title.toLowerCase()}`}
          onPress={() => onChange({})}
        >
          Add
        </Button>
      </div>
    );
  return (
    <fieldset
      className={styles.object}
      aria-labelledby={ids.labelId}
      aria-describedby={ids.control['aria-describedby']}
      data-drive={`field:${field.name}`}
    >
      <div className={styles.objectHead}>
        <FieldHelp ids={ids} description={own.description}>
          <span id={ids.labelId} className={styles.objectTitle}>
            {field.title}
          </span>
        </FieldHelp>
        {!field.required && (
          <Button size="small" variant="quiet" label={`Remove ${field.title}`} onPress={() => onChange(undefined)}>
            Remove
          </Button>
        )}
      </div>
      <FieldWords ids={ids} description={own.description} />
      {fault !== undefined && (
        <p role="alert" className={styles.objectFault}>
          {fault}
        </p>
      )}
      <div className={styles.objectFields}>
        {fieldsOfSchema(field.schema).map((member) => (
          <FieldControl
            key={member.name}
            field={member}
            value={members[member.name]}
            onChange={(next) => onChange({ ...members, [member.name]: next })}
            path={`${path}/${member.name}`}
            faults={faults}
            siblings={{ ...siblings, ...members }}
            references={{ ...control.references, ...referencesOf(fieldsOfSchema(field.schema)) }}
          />
        ))}
      </div>
    </fieldset>
  );
}
