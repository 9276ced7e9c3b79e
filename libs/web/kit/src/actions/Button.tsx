import { type ReactNode, type Ref, useId } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../cx.js';
import { Icon, type IconName } from '../icon/Icon.js';
import { Spinner } from '../status/Spinner.js';
import { Tooltip } from '../overlays/Tooltip.js';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps {
  readonly children?: ReactNode;
  /** `plain` by default; one `primary` a view. */
  readonly variant?: ButtonVariant;
  /** `small` in toolbars and rows. */
  readonly size?: 'small' | 'normal';
  readonly icon?: IconName;
  readonly iconAfter?: IconName;
  /** The name, where the children do not read well or are missing. */
  readonly label?: string;
  readonly onPress?: () => void;
  readonly type?: 'button' | 'submit' | 'reset';
  /** Shows that the action runs; the button keeps the focus and does nothing. */
  readonly pending?: boolean;
  /** Why the button cannot run: it stays focusable and shows the reason. */
  readonly disabledReason?: string;
  /** State of a toggle. */
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  /** Id of the element that the button opens. */
  readonly controls?: string;
  /** Key that does the same: shown in the tooltip. */
  readonly keys?: string;
  /** Text of the tooltip. */
  readonly hint?: string;
  /** Target of agents and tests. */
  readonly drive?: string;
  readonly autoFocus?: boolean;
  /** Stretches over the width. */
  readonly wide?: boolean;
  readonly id?: string;
  readonly slot?: string;
  readonly className?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ ref, ...props }: ButtonProps) {
  const { disabledReason, hint, keys } = props;
  const reasonId = useId();
  const button = <BareButton {...props} ref={ref} describedBy={disabledReason === undefined ? undefined : reasonId} />;
  if (disabledReason === undefined && hint === undefined && keys === undefined) return button;
  return (
    <>
      <Tooltip
        text={disabledReason ?? hint ?? props.label ?? ''}
        keys={disabledReason === undefined ? keys : undefined}
      >
        {button}
      </Tooltip>
      {disabledReason !== undefined && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}

interface BareButtonProps extends ButtonProps {
  readonly describedBy: string | undefined;
}

function BareButton({ ref, ...props }: BareButtonProps) {
  const { variant = 'plain', size = 'normal', type = 'button', disabledReason, describedBy, pending = false } = props;
  // React Aria's own pending state leaves nameless images in its live region.
  const disabled = disabledReason !== undefined || pending;
  return (
    <AriaButton
      ref={ref}
      id={props.id}
      slot={props.slot}
      type={disabled ? 'button' : type}
      aria-label={props.label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-controls={props.controls}
      autoFocus={props.autoFocus}
      onPress={disabled ? undefined : props.onPress}
      className={cx(styles.button, styles[variant], styles[size], props.wide && styles.wide, props.className)}
      data-icon-only={props.children === undefined || undefined}
      data-drive={props.drive}
      render={(dom) => (
        <button
          {...dom}
          aria-disabled={disabled ? true : dom['aria-disabled']}
          aria-describedby={cx(describedBy, dom['aria-describedby']) || undefined}
        />
      )}
    >
      <ButtonContent {...props} pending={pending} />
    </AriaButton>
  );
}

type ButtonContentProps = Pick<ButtonProps, 'icon' | 'iconAfter' | 'children' | 'pending'>;

/** Icon, text and the sign of running work, which takes the place of the icon so that the width stays. */
export function ButtonContent({ icon, iconAfter, children, pending = false }: ButtonContentProps) {
  return (
    <>
      {pending && <Spinner label="Working" className={icon === undefined ? styles.overText : undefined} />}
      {icon !== undefined && !pending && <Icon name={icon} />}
      {children !== undefined && (
        <span className={cx(styles.text, pending && icon === undefined && styles.hidden)}>{children}</span>
      )}
      {iconAfter !== undefined && <Icon name={iconAfter} size={14} className={styles.after} />}
    </>
  );
}
