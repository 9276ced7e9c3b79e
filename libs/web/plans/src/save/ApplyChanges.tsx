import { labelOf } from '@cubit/web-contract';
import type { UiKind } from '@cubit/web-client';
import { formatDecimal } from '@cubit/web-kit';
import { RadioGroup } from '@cubit/web-kit/forms';
import type { ReactNode } from 'react';
import type { ApplyReport } from './apply-report.js';
import styles from './save.module.css';

export interface ApplyChangesProps {
  readonly made: UiKind;
  readonly report: ApplyReport;
  readonly removes: boolean;
  readonly onRemoves: (removes: boolean) => void;
}

const MOST_SHOWN = 100;

/** What would be created, changed and left, by the names of people. */
export function ApplyChanges({ made, report, removes, onRemoves }: ApplyChangesProps) {
  const { created, updated, orphaned } = report;
  const words = (count: number) => `${formatDecimal(count)} ${(count === 1 ? made.title : made.plural).toLowerCase()}`;
  const fieldTitle = (name: string) => made.fields.find((field) => field.name === name)?.title ?? labelOf(name);
  const removable = orphaned.filter(({ removed }) => removed).length;
  if (created.length + updated.length + orphaned.length === 0)
    return <p>The {made.plural.toLowerCase()} are as drawn already.</p>;
  return (
    <div className={styles.changes}>
      {created.length > 0 && (
        <Changes title={`${words(created.length)} will be created`} rows={created.map(({ path }) => path)} />
      )}
      {updated.length > 0 && (
        <Changes
          title={`${words(updated.length)} will change`}
          rows={updated.map(({ path, fields = [] }) => (
            <>
              {path} <span className={styles.about}>{fields.map(fieldTitle).join(', ')}</span>
            </>
          ))}
        />
      )}
      {orphaned.length > 0 && (
        <>
          <Changes
            title={`${words(orphaned.length)} ${orphaned.length === 1 ? 'is' : 'are'} no longer drawn`}
            rows={orphaned.map(({ path, removed }) => (
              <>
                {path} {!removed && <span className={styles.about}>in use, stays</span>}
              </>
            ))}
          />
          <RadioGroup
            label="What is no longer drawn"
            value={removes ? 'remove' : 'keep'}
            onChange={(id) => onRemoves(id === 'remove')}
            choices={[
              { id: 'keep', title: 'Keep it' },
              {
                id: 'remove',
                title: removable === orphaned.length ? 'Move it to the trash' : `Move ${words(removable)} to the trash`,
              },
            ]}
          />
        </>
      )}
    </div>
  );
}

function Changes({ title, rows }: { readonly title: string; readonly rows: readonly ReactNode[] }) {
  const more = rows.length - MOST_SHOWN;
  return (
    <section>
      <h3 className={styles.subheading}>{title}</h3>
      <ul className={styles.rows} tabIndex={0} aria-label={title}>
        {rows.slice(0, MOST_SHOWN).map((row, index) => (
          <li key={index}>{row}</li>
        ))}
        {more > 0 && <li className={styles.about}>and {formatDecimal(more)} more</li>}
      </ul>
    </section>
  );
}
