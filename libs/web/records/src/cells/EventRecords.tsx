import { pagePaths } from '@cubit/web-client';
import { Fragment } from 'react';
import { useWorkspace } from '../app/workspace-context.js';
import type { EventRecord } from './event-records.js';

/** What an event is about, as links: `M3 x 8, Drawer 2`. */
export function EventRecords({ records }: { readonly records: readonly EventRecord[] }) {
  const { slug } = useWorkspace();
  return records.map(({ kind, id, title, gone }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      {gone || kind === undefined ? (
        title
      ) : (
        <a data-row-link={index === 0 || undefined} href={pagePaths.record(slug, kind.id, id)}>
          {title}
        </a>
      )}
    </Fragment>
  ));
}
