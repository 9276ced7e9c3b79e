import { Banner, Button, EmptyState, ErrorState, Panel, Skeleton } from '../src/index.js';
import styles from './Gallery.module.css';

const FAILED = Object.assign(new Error('The parts could not be loaded.'), { requestId: '01J9Z3K8QX4T7V2M' });

export function States() {
  return (
    <div className={styles.stack}>
      <Banner tone="info" action={<Button size="small">Reload</Button>}>
        A new version is here.
      </Banner>
      <Banner tone="bad">This machine has been offline since Tuesday.</Banner>
      <Banner tone="ok">All lines were received.</Banner>
      <div className={styles.grid}>
        <Panel title="Empty">
          <EmptyState
            icon="package"
            title="No parts yet"
            action={
              <Button variant="primary" icon="plus">
                New part
              </Button>
            }
            link={<a href="#import">Import a spreadsheet</a>}
          >
            A part is something of which there is stock.
          </EmptyState>
        </Panel>
        <Panel title="Failed">
          <ErrorState error={FAILED} onRetry={() => undefined}>
            The service did not answer within 30 seconds.
          </ErrorState>
        </Panel>
        <Panel title="Loading" busy>
          <Skeleton count={4} />
          <Skeleton shape="block" />
          <Skeleton shape="rows" />
        </Panel>
      </div>
    </div>
  );
}
