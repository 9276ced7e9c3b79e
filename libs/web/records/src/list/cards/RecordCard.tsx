import { type CubitRecord, pagePaths, type UiKind } from '@cubit/web-client';
import type { ReactNode, Ref } from 'react';
import { useWorkspace } from '../../app/workspace-context.js';
import { NamedValue, saysMore, titleOf } from '../../cells/index.js';
import type { Column } from '../model/columns.js';
import { valueOf } from '../model/value-of.js';
import styles from './Cards.module.css';

export interface RecordCardProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
  /** Fields below the title; those that say no more are left out. */
  readonly columns: readonly Column[];
  /** The picture: above the title, on a phone beside it. */
  readonly cover?: ReactNode;
  /** At the end of the title: a button, a checkbox. */
  readonly aside?: ReactNode;
  readonly ref?: Ref<HTMLElement>;
}

/** A record as a card: title, what says most of it, and its picture if there is one. */
export function RecordCard({ kind, record, columns, cover, aside, ref }: RecordCardProps) {
  const { slug } = useWorkspace();
  const title = titleOf(record, kind);
  const shown = columns.flatMap(({ field }) => {
    const value = field ? valueOf(record, field) : null;
    return field && saysMore(value, title) ? [{ field, value }] : [];
  });
  return (
    <article
      ref={ref}
      data-row
      data-cover={cover !== undefined || undefined}
      className={styles.card}
      data-drive={`record:${record.kind}/${record.id}`}
    >
      {cover}
      <div className={styles.top}>
        <a data-row-link className={styles.title} href={pagePaths.record(slug, record.kind, record.id)}>
          {title}
        </a>
        {aside}
      </div>
      <div className={styles.values}>
        {shown.map(({ field, value }) => (
          <NamedValue key={field.name} kind={kind} field={field} value={value} fields={record.fields} />
        ))}
      </div>
    </article>
  );
}
