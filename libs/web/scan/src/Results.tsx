import { Button, Card, DescriptionList, ErrorState, Skeleton } from '@cubit/web-kit';
import { FoundRecord } from './FoundRecord.js';
import { labelItems, lastingNumber } from './label-data.js';
import styles from './ScanPage.module.css';
import { UnknownCode } from './UnknownCode.js';
import { useScan } from './use-scan.js';

export interface ResultsProps {
  readonly code: string;
  readonly onAgain: () => void;
}

/** What a code says, its records, and what can be done with them. */
export function Results({ code, onAgain }: ResultsProps) {
  const { data, error, refetch } = useScan(code);
  const items = data ? labelItems(data.data) : [];
  const number = data && (lastingNumber(data.data) ?? data.code);
  return (
    <section className={styles.results} aria-label="Scanned" aria-live="polite">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton shape="block" height={160} />}
      {data?.records.map(({ kind, id }) => (
        <FoundRecord key={id} {...{ kind, id }} label={data.data} />
      ))}
      {data?.records.length === 0 && number !== undefined && <UnknownCode key={code} code={number} />}
      {items.length > 0 && (
        <Card className={styles.found}>
          <h2 className={styles.title}>On the label</h2>
          <DescriptionList items={items} />
        </Card>
      )}
      <div>
        <Button icon="scan-line" onPress={onAgain}>
          Scan again
        </Button>
      </div>
    </section>
  );
}
