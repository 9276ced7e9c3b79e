import { isApiError, pagePaths } from '@cubit/web-client';
import { useApp, useGo, useWatched, useWorkspace, WorkspaceProvider } from '@cubit/web-records';
import { useParams } from '@tanstack/react-router';
import { type ComponentType, Fragment, type ReactNode, useEffect, useState } from 'react';
import { keptDisplay } from './kept-display.js';
import { MachineWall } from './MachineWall.js';
import type { ShownDisplay } from './shown-display.js';
import { isRevoked, useDisplay } from './use-display.js';
import { useNewBuild } from './use-new-build.js';
import { ViewWall } from './ViewWall.js';
import { WallApp } from './WallApp.js';
import { Lost, WallFrame } from './WallFrame.js';
import styles from './wall.module.css';

/** Nobody is there to press a button. */
const RETRY_MS = 5_000;

/** `/w/{workspace}/wall/{display}`: the whole screen, for one that has a credential of its own, or as a preview for a member. */
export function WallPage() {
  const { workspace: slug = '', display: id = '' } = useParams({ strict: false }) as {
    readonly workspace?: string;
    readonly display?: string;
  };
  const isScreen = keptDisplay.isAt(`${pagePaths.workspace(slug)}/wall/${id}`);
  const Requests: ComponentType<{ readonly children: ReactNode }> = isScreen ? WallApp : Fragment;
  return (
    <Requests>
      <WorkspaceProvider
        key={slug}
        slug={slug}
        loading={<WallFrame title="Loading" busy />}
        failed={(error, retry) => <Failed {...{ error, retry, isScreen }} />}
      >
        <Display key={id} {...{ id, isScreen }} />
      </WorkspaceProvider>
    </Requests>
  );
}

interface DisplayProps {
  readonly id: string;
  /** A paired screen. Else a member looks at what it shows. */
  readonly isScreen: boolean;
}

function Display({ id, isScreen }: DisplayProps) {
  const { slug } = useWorkspace();
  const { data, error, refetch } = useDisplay(id);
  const since = useLostSince();
  useNewBuild(since !== null);
  if (error && (isRevoked(error) || !data)) return <Failed {...{ error, isScreen }} retry={() => void refetch()} />;
  if (!data) return <WallFrame title="Loading" busy />;
  return (
    <WallFrame
      title={data.title}
      aside={
        <>
          <Lost since={since} />
          {!isScreen && (
            <a className={styles.link} href={pagePaths.workspace(slug)}>
              Leave the preview
            </a>
          )}
        </>
      }
    >
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

interface TryingProps {
  readonly error: unknown;
  readonly retry: () => void;
}

function Failed({ error, retry, isScreen }: TryingProps & Pick<DisplayProps, 'isScreen'>) {
  const isGone = isApiError(error) && (error.status === 403 || error.status === 404);
  if (isRevoked(error)) return isScreen ? <ToCode /> : <NoSession />;
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

function NoSession() {
  return (
    <WallFrame title="Sign in to see this display" centred>
      <p className={styles.note}>Members see what is on the wall. A screen without a person is paired by a code.</p>
      <a className={styles.link} href={`/sign-in?next=${encodeURIComponent(location.pathname)}`}>
        Sign in
      </a>
      <a className={styles.link} href="/wall">
        Pair this screen
      </a>
    </WallFrame>
  );
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

function Trying({ error, retry }: TryingProps) {
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
