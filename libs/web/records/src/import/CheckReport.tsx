import { Banner, LinkButton } from '@cubit/web-kit';
import { useWorkspace } from '../app/workspace-context.js';
import type { BadRow } from './bad-rows.js';
import { BadRowsTable } from './BadRowsTable.js';
import type { Mapping } from './import-types.js';
import type { TitleOf } from './target-words.js';
import type { Check } from './use-import.js';
import { countWords, valueWords, warningWords, WarningsTable } from './WarningsTable.js';
import styles from './ImportPage.module.css';

export interface CheckReportProps {
  readonly titleOf: TitleOf;
  readonly check: Check;
  readonly mapping: Mapping;
  readonly onEdit: (row: BadRow) => void;
}

/** What an import would do, and the rows that it would leave out. */
export function CheckReport({ titleOf, check, mapping, onEdit }: CheckReportProps) {
  const { path } = useWorkspace();
  const { result, bad, corrected } = check;
  const count = bad.rows.length;
  const { warnings } = result;
  const counts = [
    [result.created, 'created'],
    [result.updated, 'changed'],
    [result.unchanged, 'unchanged'],
  ] as const;
  const words = countWords(counts);
  return (
    <section className={styles.steps} aria-label="Check">
      <Banner tone={count > 0 || warnings.count > 0 ? 'warn' : 'ok'}>
        {words === 'nothing' ? 'Nothing would change.' : `${words.replace(' ', ' would be ')}.`}
        {corrected.length > 0 && ` ${corrected.length} corrected.`}
        {count > 0 ? ` ${count} ${count === 1 ? 'row is' : 'rows are'} wrong.` : ' No row is wrong.'}
        {warningWords(warnings)}
        {valueWords(result.values)}
      </Banner>
      {warnings.count > 0 && <WarningsTable titleOf={titleOf} warnings={warnings} />}
      {count > 0 && <BadRowsTable bad={bad} mapping={mapping} titleOf={titleOf} onEdit={onEdit} />}
      {count > 0 && result.rejects !== null && (
        <div>
          <LinkButton href={`/api/v1${path(`/files/${result.rejects}/content`)}`} download icon="download">
            Download the wrong rows
          </LinkButton>
        </div>
      )}
    </section>
  );
}
