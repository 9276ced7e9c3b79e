import { pagePaths } from '@cubit/web-client';
import type { Job } from '@cubit/web-contract';
import { Banner, Button, ConfirmDialog, ErrorState, Progress } from '@cubit/web-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../app/app-context.js';
import { useWorkspace } from '../app/workspace-context.js';
import type { LeftRecord, UndoResult } from './import-types.js';
import { countWords } from './WarningsTable.js';
import { takeBackImports } from './run-import.js';
import styles from './ImportPage.module.css';

export interface TakeBackProps {
  /** The jobs of the import, the last one last. */
  readonly imports: readonly string[];
}

/** Takes an import back, after a question: a button, the progress, then the result. */
export function TakeBack({ imports }: TakeBackProps) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const [job, setJob] = useState<Job<UndoResult>>();
  const undoing = useMutation({
    mutationFn: () => takeBackImports({ api, slug }, imports, setJob),
  });
  if (undoing.data) return <TakenBack result={undoing.data} />;
  const { done = 0, total = null } = job?.progress ?? {};
  return (
    <>
      {undoing.error && <ErrorState error={undoing.error} />}
      {undoing.isPending && (
        <div className={styles.progress} aria-busy="true">
          <Progress label="Taking back" value={total ? done / total : undefined} showValue />
          <p className={styles.note}>The work goes on when you leave this page.</p>
        </div>
      )}
      <div className={styles.buttons}>
        <Button icon="undo-2" pending={undoing.isPending} onPress={() => setAsking(true)}>
          Take back this import
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        danger
        title="Take back this import?"
        confirm="Take back"
        onConfirm={() => {
          setAsking(false);
          undoing.mutate();
        }}
        onClose={() => setAsking(false)}
      >
        What it created is deleted, and what it changed has its values before again. Records that were changed or used
        since stay as they are, and are listed.
      </ConfirmDialog>
    </>
  );
}

function TakenBack({
  result: { deleted, set_back: setBack, left, left_records: first },
}: {
  readonly result: UndoResult;
}) {
  return (
    <>
      <Banner tone={left > 0 ? 'warn' : 'ok'}>
        {`Taken back: ${countWords([
          [deleted, 'deleted'],
          [setBack, 'as before'],
          [left, 'left as they are'],
        ])}.`}
      </Banner>
      {left > 0 && <LeftTable records={first} />}
      {left > first.length && <p className={styles.note}>{`${left - first.length} more are left as they are.`}</p>}
    </>
  );
}

function LeftTable({ records }: { readonly records: readonly LeftRecord[] }) {
  const { slug, kind: kindOf } = useWorkspace();
  return (
    <div className={styles.scroll} role="region" aria-label="Records that are left" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Kind</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {records.map(({ id, kind, title, message }) => (
            <tr key={id}>
              <th scope="row">
                <a href={pagePaths.record(slug, kind, id)}>{title || id}</a>
              </th>
              <td className={styles.samples}>{kindOf(kind)?.title ?? kind}</td>
              <td className={styles.samples}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
