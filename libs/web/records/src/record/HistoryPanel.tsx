import { apiPaths, type CubitRecord, type Page, pagePaths, type UiKind } from '@cubit/web-client';
import { Avatar, Button, ErrorState, Panel, RelativeTime, Skeleton } from '@cubit/web-kit';
import { labelOf } from '@cubit/web-contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../app/query-keys.js';
import { useApp } from '../app/app-context.js';
import { useRecordChanges } from '../app/record-changes.js';
import { useChanges } from '../app/use-changes.js';
import { useWorkspace } from '../app/workspace-context.js';
import { CellValue } from '../cells/CellValue.js';
import { useMembers } from '../cells/use-members.js';
import styles from './record.module.css';

interface HistoryEntry {
  readonly version: number;
  readonly at: string;
  readonly operation: string;
  readonly actor: {
    readonly type: string;
    readonly id: string | null;
    readonly via?: { readonly type: string; readonly id: string | null } | null;
  } | null;
  readonly changes: readonly { readonly path: string; readonly from: unknown; readonly to: unknown }[];
  /** The run of a wire. Without a wire, code of a module reacted. */
  readonly cause: { readonly wire_id: string | null; readonly run_id: string } | null;
}

export interface HistoryPanelProps {
  readonly kind: UiKind;
  readonly record: CubitRecord;
}

const ENTRIES = 50;

/** What changed, by whom and why, and the way back. */
export function HistoryPanel({ kind, record }: HistoryPanelProps) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const path = `${apiPaths.record(slug, kind.id, record.id)}/history`;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.recordPart(slug, record, ['history']),
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<HistoryEntry>>(path, { query: { limit: ENTRIES, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  });
  const entries = (data?.pages.flatMap((page) => page.data) ?? []).toSorted((a, b) => b.version - a.version);
  return (
    <Panel title="History" icon="history">
      {!data && !error && <Skeleton shape="rows" />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ol className={styles.history}>
        {entries.map((entry) => (
          <Entry key={entry.version} {...{ kind, record, entry }} />
        ))}
      </ol>
      {hasNextPage && (
        <Button pending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Earlier versions
        </Button>
      )}
    </Panel>
  );
}

const OPERATIONS: Readonly<Record<string, string>> = {
  create: 'created it',
  update: 'changed it',
  delete: 'moved it to the trash',
  restore: 'restored it',
};
const VIA: Readonly<Record<string, string>> = {
  api_token: 'with an API token',
  agent: 'by an agent',
  wire: 'by a wire',
  integration: 'by an integration',
  import: 'by an import',
};

interface EntryProps extends HistoryPanelProps {
  readonly entry: HistoryEntry;
}

function Entry({ kind, record, entry }: EntryProps) {
  const members = useMembers();
  const changes = useRecordChanges();
  const { fail } = useChanges();
  const [pending, setPending] = useState(false);
  const name =
    entry.actor?.type === 'user'
      ? (members.get(entry.actor.id ?? '')?.name ?? 'Former member')
      : labelOf(entry.actor?.type ?? 'system');
  const restore = async () => {
    setPending(true);
    await changes.restoreVersion(record, entry.version).catch(fail);
    setPending(false);
  };
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <Avatar name={name} seed={entry.actor?.id ?? name} labelled={false} />
        <span>
          <strong>{name}</strong> {OPERATIONS[entry.operation] ?? entry.operation} <Why entry={entry} />
        </span>
        <span className={styles.when}>
          <RelativeTime at={entry.at} /> · version {entry.version}
        </span>
        {kind.can.update && entry.version !== record.version && record.deleted_at === null && (
          <Button
            size="small"
            variant="quiet"
            icon="history"
            pending={pending}
            label={`Restore version ${entry.version}`}
            onPress={() => void restore()}
          >
            Restore
          </Button>
        )}
      </div>
      <dl className={styles.changes}>
        {entry.changes.map((change) => (
          <Difference key={change.path} {...{ kind, record, change }} />
        ))}
      </dl>
    </li>
  );
}

/** By what means: a token, a wire, an import, with a link to where it is explained: of a wire, its run. */
function Why({ entry: { actor, cause } }: Pick<EntryProps, 'entry'>) {
  const { slug } = useWorkspace();
  const base = pagePaths.workspace(slug);
  const via = actor?.via;
  const words = VIA[via?.type ?? ''];
  const wire = cause?.wire_id ?? (via?.type === 'wire' ? via.id : null);
  if (wire !== null) {
    const at = `${base}/wires/${wire}`;
    return <a href={cause ? `${at}/runs/${cause.run_id}` : at}>{VIA['wire']}</a>;
  }
  if (via?.type === 'import') return <a href={`${base}/settings/jobs`}>{words}</a>;
  if (words !== undefined) return <span>{words}</span>;
  return cause ? <a href={`${base}/activity`}>see why</a> : null;
}

function Difference({
  kind,
  record,
  change,
}: HistoryPanelProps & { readonly change: HistoryEntry['changes'][number] }) {
  const [, part = '', name = '', ...below] = change.path.split('/');
  const field = part === 'fields' ? kind.fields.find((other) => other.name === name) : undefined;
  const title = [field?.title ?? labelOf(name === '' ? part : name), ...below].join(' · ');
  const show = (value: unknown) => {
    if (value === null || value === undefined || value === '') return <span className={styles.missing}>nothing</span>;
    if (!field || below.length > 0) return <span>{Array.isArray(value) ? value.join(', ') : String(value)}</span>;
    // A value is history also where the record as it is now would not show it.
    const { visible: _, ...ui } = field.ui;
    return <CellValue kind={kind} field={{ ...field, ui }} value={value} fields={record.fields} />;
  };
  return (
    <div className={styles.change}>
      <dt>{title}</dt>
      <dd>
        {change.from !== null && (
          <>
            <del>{show(change.from)}</del>
            <span aria-hidden="true">→</span>
          </>
        )}
        <ins>{show(change.to)}</ins>
      </dd>
    </div>
  );
}
