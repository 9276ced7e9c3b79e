import { pagePaths, type UiKind } from '@cubit/web-client';
import { ErrorState, Icon, IconButton, LinkButton, Pane, Skeleton, useKeys } from '@cubit/web-kit';
import { useMemo, useRef } from 'react';
import { useSearchParams, useSetSearch } from '../app/address.js';
import { useRecord } from '../app/queries.js';
import { usePersonalSetting } from '../app/settings.js';
import { useWorkspace } from '../app/workspace-context.js';
import { titleOf } from '../cells/value-text.js';
import { EditableFacts } from './EditableFacts.js';
import { RecordActions } from './RecordActions.js';
import { RecordFields } from './RecordFields.js';
import { RecordLead } from './RecordLead.js';
import { RecordPicture } from './RecordPicture.js';
import { useTabWithin } from './use-tab-within.js';
import { useTitled } from './use-titled.js';
import styles from './record.module.css';

const USUAL_WIDTH = 480;

/** The record that `?peek=module:kind/id` names, beside any page of the workspace. */
export function PeekPane() {
  const { peek } = useSearchParams();
  const { kind: kindOf } = useWorkspace();
  const slash = peek?.indexOf('/') ?? -1;
  const kind = peek === undefined ? undefined : kindOf(peek.slice(0, slash));
  const id = peek?.slice(slash + 1) ?? '';
  return kind && slash > 0 ? <OpenPeek key={peek} kind={kind} id={id} /> : null;
}

function OpenPeek({ kind, id }: { readonly kind: UiKind; readonly id: string }) {
  const { slug } = useWorkspace();
  const setSearch = useSetSearch();
  const [width, setWidth] = usePersonalSetting('peek-width', USUAL_WIDTH);
  const { data, error, refetch } = useRecord(kind.id, id);
  const record = useTitled(data, kind);
  const close = useMemo(() => () => setSearch({ peek: undefined }), [setSearch]);
  useKeys(
    'Peek',
    useMemo(() => ({ esc: { title: 'Close the peek', run: close } }), [close]),
  );
  const content = useRef<HTMLDivElement>(null);
  useTabWithin(content);
  const title = record ? titleOf(record, kind) : kind.title;
  return (
    <Pane key={width} label={`Peek: ${title}`} width={width} onResized={setWidth}>
      <div className={styles.peek} ref={content}>
        <div className={styles.peekHead}>
          <h2 className={styles.peekTitle}>
            {kind.ui.icon !== undefined && <Icon name={kind.ui.icon} />}
            {title}
          </h2>
          <LinkButton href={pagePaths.record(slug, kind.id, id)} size="small">
            Open
          </LinkButton>
          <IconButton icon="x" label="Close" keys="esc" size="small" onPress={close} />
        </div>
        {!record && !error && <Skeleton shape="rows" count={6} />}
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {record && (
          <>
            <RecordLead kind={kind} record={record} />
            <div className={styles.buttons}>
              <RecordActions kind={kind} record={record} />
            </div>
            <EditableFacts key={`facts ${record.id}`} kind={kind} record={record} />
            <RecordPicture kind={kind} record={record} />
            <RecordFields key={record.id} kind={kind} record={record} level={3} />
          </>
        )}
      </div>
    </Pane>
  );
}
