import { useId } from 'react';
import { Icon, type IconName } from '../icon/Icon.js';
import styles from './SegmentedControl.module.css';

export interface Segment {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconName;
}

export interface SegmentedControlProps {
  readonly label: string;
  readonly segments: readonly Segment[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** Shows icons alone; the titles stay as names and tooltips. */
  readonly iconsOnly?: boolean;
}

/** One of a few ways to see the same: table, board, calendar. */
export function SegmentedControl({ label, segments, value, onChange, iconsOnly = false }: SegmentedControlProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.group}>
      {segments.map(({ id, title, icon }) => (
        <label key={id} className={styles.segment} title={iconsOnly ? title : undefined}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={id}
            checked={id === value}
            aria-label={iconsOnly ? title : undefined}
            onChange={() => onChange(id)}
          />
          {icon !== undefined && <Icon name={icon} />}
          {!iconsOnly && <span>{title}</span>}
        </label>
      ))}
    </div>
  );
}
