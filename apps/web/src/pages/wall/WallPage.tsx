import { isApiError } from '@cubit/web-client';
import { useApp, useGo, useWatched, useWorkspace, WorkspaceProvider } from '@cubit/web-records';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { keptDisplay } from './kept-display.js';
import { MachineWall } from './MachineWall.js';
import type { ShownDisplay } from './shown-display.js';
import { isRevoked, useDisplay } from './use-display.js';
import { ViewWall } from './ViewWall.js';
import { WallApp } from './WallApp.js';
import { Lost, WallFrame } from './WallFrame.js';
import styles from './wall.module.css';

/** Nobody is there to press a button. */
const RETRY_MS = 5_000;

/** `/w/{workspace}/wall/{display}`: the whole screen, for one that has a credential of its own, or a member. */
export function WallPage() {
  const { workspace: slug = '', display: id = '' } = useParams({ strict: false }) as {
    readonly workspace?: string;
    readonly display?: string;
  };
  return (
    <WallApp>
      <WorkspaceProvider
        key={slug}
        slug={slug}
        loading={<WallFrame title="Loading" busy />}
        failed={(error, retry) => <Failed error={error} retry={retry} />}
      >
        <Display key={id} id={id} />
      </WorkspaceProvider>
    </WallApp>
  );
}

function Display({ id }: { readonly id: string }) {
  const { data, error, refetch } = useDisplay(id);
  const since = useLostSince();
  if (error && (isRevoked(error) || !data)) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return <WallFrame title="Loading" busy />;
  return (
    <WallFrame title={data.title} aside={<Lost since={since} />}>
      <Content display={data} />
    </WallFrame>
  );
}

function Content({ display: { lists } }: { readonly display: ShownDisplay }) {
  const [first] = lists;
  if (!first) return <p className={styles.note}>What this display shows is gone: its view or its module.</p>;
  return first.part === 'view' ? <ViewWall list={first} /> : <MachineWall lists={lists} />;
}

/** When the connection was lost; null while it is there. */
function useLostSince(): Date | null {
  const { api } = useApp();
  const { stream } = useWorkspace();
  const online = useWatched(api.online);
  const state = useWatched(stream.state);
  const isLost = !online || state === 'reconnecting';
  const [since, setSince] = useState<Date | null>(null);
  if (isLost !== (since !== null)) setSince(isLost ? new Date() : null);
  return since;
}

interface FailedProps {
  readonly error: unknown;
  readonly retry: () => void;
}

function Failed({ error, retry }: FailedProps) {
  const isGone = isApiError(error) && (error.status === 403 || error.status === 404);
  if (isRevoked(error)) return <ToCode />;
  return isGone ? <NotFound /> : <Trying error={error} retry={retry} />;
}

/** A screen whose credential ended shows a code again. */
function ToCode() {
  const go = useGo();
  useEffect(() => {
    keptDisplay.forget();
    go('/wall', { replace: true });
  }, [go]);
  return <WallFrame title="Loading" busy />;
}

function NotFound() {
  return (
    <WallFrame title="Display not found" centred>
      <p className={styles.note}>It does not exist here, or no longer.</p>
      <a className={styles.link} href="/wall">
        Pair this screen
      </a>
    </WallFrame>
  );
}

function Trying({ error, retry }: FailedProps) {
  useEffect(() => {
    const timer = setInterval(retry, RETRY_MS);
    return () => clearInterval(timer);
  }, [retry]);
  const requestId = isApiError(error) ? error.requestId : null;
  return (
    <WallFrame title="No answer" centred>
      <p role="status" className={styles.note}>
        The server cannot show this display now. The screen tries again by itself.
      </p>
      {requestId !== null && <p className={styles.note}>Request {requestId}</p>}
    </WallFrame>
  );
}
