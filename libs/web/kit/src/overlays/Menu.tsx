import type { ReactElement } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { cx } from '../cx.js';
import { Kbd } from '../actions/Kbd.js';
import { Icon, type IconName } from '../icon/Icon.js';
import styles from './overlay.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconName;
  /** Shown at the right; the key itself is registered by `useKeys`. */
  readonly keys?: string;
  /** A second line. */
  readonly hint?: string;
  readonly onSelect?: () => void;
  /** Makes the entry a link. */
  readonly href?: string;
  readonly danger?: boolean;
  /** State of an entry that can be ticked. */
  readonly checked?: boolean;
  /** Why the entry cannot run: shown as its second line. */
  readonly disabledReason?: string;
  readonly drive?: string;
}

export interface MenuGroup {
  readonly title?: string;
  readonly entries: readonly MenuEntry[];
}

export interface MenuProps {
  /** A `Button` or `IconButton`. */
  readonly trigger: ReactElement;
  /** Name of the menu. */
  readonly label: string;
  readonly entries?: readonly MenuEntry[];
  /** In place of `entries`: groups with a rule between them. */
  readonly groups?: readonly MenuGroup[];
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

export function Menu({ trigger, label, entries = [], groups = [{ entries }], ...props }: MenuProps) {
  return (
    <MenuTrigger isOpen={props.open} onOpenChange={props.onOpenChange}>
      {trigger}
      <AriaPopover className={styles.floating ?? ''} placement={props.placement ?? 'bottom start'} offset={4}>
        <AriaMenu aria-label={label} className={styles.list ?? ''}>
          {groups.map((group, index) => (
            <MenuSection
              key={group.title ?? index}
              className={styles.section ?? ''}
              aria-label={group.title === undefined ? label : undefined}
            >
              {group.title !== undefined && <Header className={styles.heading}>{group.title}</Header>}
              {group.entries.map(renderEntry)}
            </MenuSection>
          ))}
        </AriaMenu>
      </AriaPopover>
    </MenuTrigger>
  );
}

const renderEntry = (entry: MenuEntry) => (
  <MenuItem
    key={entry.id}
    id={entry.id}
    textValue={entry.title}
    href={entry.href}
    isDisabled={entry.disabledReason !== undefined}
    onAction={entry.onSelect}
    data-drive={entry.drive}
    className={cx(styles.item, entry.danger && styles.danger)}
  >
    {entry.icon !== undefined && <Icon name={entry.icon} />}
    <span className={styles.itemText}>
      {entry.title}
      {(entry.disabledReason ?? entry.hint) !== undefined && (
        <span className={styles.itemHint}>{entry.disabledReason ?? entry.hint}</span>
      )}
    </span>
    {entry.checked === true && <Icon name="check" label="Selected" className={styles.check} />}
    {entry.keys !== undefined && <Kbd keys={entry.keys} />}
  </MenuItem>
);
