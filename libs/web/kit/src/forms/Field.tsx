import { type ReactNode, use, useId, useState } from 'react';
import { Icon } from '../icon/Icon.js';
import { cx } from '../cx.js';
import { FieldHelp, type FieldHelpIds, HelpButtonContext } from './FieldHelp.js';
import styles from './Field.module.css';

/** What every control of a form takes. */
export interface FieldProps {
  readonly label: string;
  /** Read with the control. Shown below it, but for forms with `DescriptionsAtLabels`. */
  readonly description?: ReactNode;
  /** What is wrong: the control is invalid while there is one. */
  readonly error?: string;
  /** Id of the element that says what is wrong, where that is not below the control. */
  readonly errorAt?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  /** Keeps the label for screen readers alone: in tables and toolbars. */
  readonly hideLabel?: boolean;
  readonly autoFocus?: boolean;
  /** Name of the field: the form's, and `data-drive="field:<name>"`. */
  readonly name?: string;
  readonly onBlur?: () => void;
}

/** Attributes that bind a control to its label, description and error. */
export interface ControlAttributes {
  readonly id: string;
  readonly name: string | undefined;
  readonly autoFocus: boolean | undefined;
  readonly disabled: boolean | undefined;
  readonly 'aria-required': true | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldIds extends FieldHelpIds {
  readonly control: ControlAttributes;
  readonly labelId: string;
  readonly errorId: string;
}

export function useField(props: FieldProps): FieldIds {
  const { description, error, errorAt, required, disabled, name, autoFocus } = props;
  const id = useId();
  const [labelId, descriptionId, errorId] = [`${id}-label`, `${id}-description`, `${id}-error`];
  const describedBy = cx(error !== undefined && errorId, errorAt, description !== undefined && descriptionId);
  const control: ControlAttributes = {
    id,
    name,
    autoFocus,
    disabled,
    'aria-required': required === true || undefined,
    'aria-invalid': error !== undefined || errorAt !== undefined || undefined,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
  };
  const [isOpen, setOpen] = useState(false);
  const Button = use(HelpButtonContext);
  const isFolded = description !== undefined && props.hideLabel !== true;
  const help = Button && isFolded ? { Button, isOpen, setOpen } : undefined;
  return { control, labelId, descriptionId, errorId, help };
}

export interface FieldFrameProps extends FieldProps {
  readonly ids: FieldIds;
  readonly children: ReactNode;
  /** At the right of the label: a counter, a link. */
  readonly aside?: ReactNode;
  /** The control is a group, so the label is no `label` element. */
  readonly group?: boolean;
}

/** Label, control, description and error, from top to bottom. */
export function FieldFrame({ ids, children, aside, group = false, ...props }: FieldFrameProps) {
  const { label, required, hideLabel, name } = props;
  const content = (
    <>
      {label}
      {required === true && (
        <span className={styles.required} aria-hidden="true">
          *
        </span>
      )}
    </>
  );
  return (
    <div className={styles.field} data-drive={name === undefined ? undefined : `field:${name}`}>
      <div className={cx(styles.head, hideLabel === true && styles.hidden)}>
        <FieldHelp ids={ids} description={props.description}>
          {group ? (
            <span id={ids.labelId} className={styles.label}>
              {content}
            </span>
          ) : (
            <label id={ids.labelId} htmlFor={ids.control.id} className={styles.label}>
              {content}
            </label>
          )}
        </FieldHelp>
        {aside}
      </div>
      {children}
      <FieldWords ids={ids} {...props} />
    </div>
  );
}

type FieldWordsProps = Pick<FieldProps, 'description' | 'error'> & { readonly ids: FieldIds };

/** Error and description, at the ids that the control names. */
export function FieldWords({ ids, description, error }: FieldWordsProps) {
  return (
    <>
      {error !== undefined && (
        <p id={ids.errorId} className={styles.error}>
          <Icon name="circle-alert" size={14} />
          <span>{error}</span>
        </p>
      )}
      {description !== undefined && (
        <p id={ids.descriptionId} className={ids.help?.isOpen === false ? styles.hidden : styles.description}>
          {description}
        </p>
      )}
    </>
  );
}
