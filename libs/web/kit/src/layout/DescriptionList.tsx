import { Fragment, type ReactNode } from 'react';
import styles from './DescriptionList.module.css';

export interface DescriptionItem {
  readonly title: string;
  readonly value: ReactNode;
}

export interface DescriptionListProps {
  readonly items: readonly DescriptionItem[];
}

/** Names and values below each other. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={styles.list}>
      {items.map(({ title, value }) => (
        <Fragment key={title}>
          <dt className={styles.title}>{title}</dt>
          <dd className={styles.value}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
