import {
  apiPaths,
  type LiveEvents,
  type RecordMessage,
  resyncedBy,
  type StreamMessage,
  type UiAction,
  type UiDocument,
  type UiKind,
} from '@cubit/web-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { isOfWorkspace, queryKeys } from './query-keys.js';
import { useApp } from './app-context.js';
import { atMostEach } from './at-most-each.js';
import { loadUi } from './load-ui.js';

/** The workspace of the page: what it can do, and its events. */
export interface Workspace {
  readonly slug: string;
  readonly ui: UiDocument;
  /** The kind with this id; undefined if its module is off. */
  kind(id: string): UiKind | undefined;
  action(id: string): UiAction | undefined;
  readonly stream: LiveEvents;
  /** Path of the API below the workspace: `path('/search')`. */
  path(below: string): string;
}

const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('WorkspaceProvider is missing.');
  return workspace;
}

/** The same on pages that also exist outside of workspaces. */
export function useOptionalWorkspace(): Workspace | null {
  return useContext(WorkspaceContext);
}

export interface WorkspaceProviderProps {
  readonly slug: string;
  readonly children: ReactNode;
  readonly loading: ReactNode;
  readonly failed: (error: unknown, retry: () => void) => ReactNode;
}

/** Loads the `ui` document and keeps one event stream open. */
export function WorkspaceProvider({ slug, children, loading, failed }: WorkspaceProviderProps) {
  const { api, openStream } = useApp();
  const {
    data: ui,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.ui(slug),
    queryFn: () => loadUi(api, slug),
    staleTime: 60_000,
  });
  const signIns = useSignInsAgain();
  const stream = useMemo(
    () => resyncedBy(api.online, openStream(`${apiPaths.workspace(slug)}/event-stream`), { isAnother: signIns > 0 }),
    [api, openStream, slug, signIns],
  );
  useEffect(() => () => stream.close(), [stream]);
  const workspace = useMemo(() => (ui ? workspaceOf(slug, ui, stream) : null), [slug, ui, stream]);
  if (!workspace) return error ? failed(error, () => void refetch()) : loading;
  return (
    <WorkspaceContext.Provider value={workspace}>
      <LiveQueries />
      {children}
    </WorkspaceContext.Provider>
  );
}

/** How often a session that had ended was renewed. The stream of the one before was refused, and is over. */
function useSignInsAgain(): number {
  const { api } = useApp();
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let before = api.session.value;
    return api.session.watch(() => {
      const now = api.session.value;
      if (before === 'signed-out' && now === 'signed-in') setTimes((count) => count + 1);
      before = now;
    });
  }, [api]);
  return times;
}

function workspaceOf(slug: string, ui: UiDocument, stream: LiveEvents): Workspace {
  const kinds = new Map(ui.kinds.map((kind) => [kind.id, kind]));
  const actions = new Map(ui.actions.map((action) => [action.id, action]));
  return {
    slug,
    ui,
    stream,
    kind: (id) => kinds.get(id),
    action: (id) => actions.get(id),
    path: (below) => `${apiPaths.workspace(slug)}${below}`,
  };
}

/** Events that change what the workspace can do. */
const SCHEMA_EVENTS = /^(core-fields|core-modules|core\.|workspace\.)/;

/** While many records of a kind change, lists and numbers of it are read again at most this often. */
const LIST_MS = 1_000;

/** Marks queries stale when their records change. */
function LiveQueries() {
  const { slug, stream } = useWorkspace();
  const queries = useQueryClient();
  useEffect(() => {
    const lists = atMostEach(
      LIST_MS,
      (kind) => void queries.invalidateQueries({ queryKey: queryKeys.records(slug, kind) }),
    );
    const unsubscribe = stream.subscribe((message) => {
      if (message.type === 'resync') return void queries.invalidateQueries({ predicate: isOfWorkspace(slug) });
      if (message.type === 'notification')
        return void queries.invalidateQueries({ queryKey: queryKeys.notifications(slug) });
      if (SCHEMA_EVENTS.test(message.type)) void queries.invalidateQueries({ queryKey: queryKeys.ui(slug) });
      const record = recordMessage(message);
      if (!record) return;
      lists.run(record.kind);
      void queries.invalidateQueries({ queryKey: queryKeys.record(slug, record.kind, record.id) });
    });
    return () => {
      unsubscribe();
      lists.stop();
    };
  }, [slug, stream, queries]);
  return null;
}

/** The record that a message of the stream is about; null for other messages. */
export function recordMessage({ type, data }: StreamMessage): RecordMessage | null {
  return type === 'record' && typeof data === 'object' && data !== null ? (data as RecordMessage) : null;
}

/** Calls `listener` for each committed write of a kind, and with null when messages may have been missed. */
export function useRecordMessages(kind: string, listener: (message: RecordMessage | null) => void): void {
  const { stream } = useWorkspace();
  useEffect(
    () =>
      stream.subscribe((message) => {
        if (message.type === 'resync') return listener(null);
        const record = recordMessage(message);
        if (record?.kind === kind) listener(record);
      }),
    [stream, kind, listener],
  );
}
