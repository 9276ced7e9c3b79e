import { pagePaths } from '@cubit/web-client';
import { EmptyState, IconButton, LinkButton, Skeleton } from '@cubit/web-kit';
import { Page, usePersonalSetting, useWorkspace } from '@cubit/web-records';
import { lazy, Suspense, useMemo, useState } from 'react';
import { FirstSteps } from './FirstSteps.js';
import { type Arrangement, AS_DECLARED, blocksOf, inOrder, isTile } from './home-blocks.js';
import { HomeBlocks } from './HomeBlocks.js';
import { useLatestEvents, useLiveEvents } from './use-latest-events.js';
import { useApprovals } from './use-approvals.js';
import { useTiles } from './use-home.js';
import styles from './HomePage.module.css';

const ArrangeDialog = lazy(async () => ({ default: (await import('./ArrangeDialog.js')).ArrangeDialog }));

/** What waits for somebody, what happened lately, and numbers, each a click from its list. */
export function HomePage() {
  const { ui } = useWorkspace();
  return ui.kinds.length > 0 ? <Home /> : <NoModules />;
}

function Home() {
  const { slug, ui, kind } = useWorkspace();
  const [stored, store, { loaded }] = usePersonalSetting<Arrangement>('home', AS_DECLARED, slug);
  /** What the dialog has made of it so far. */
  const [draft, setDraft] = useState<Arrangement>();
  const arrangement = draft ?? stored;
  const { approvals, pending } = useApprovals();
  const asked = approvals.total > 0 || approvals.error !== null;
  const blocks = useMemo(
    () => blocksOf({ modules: ui.modules, hasKind: (id) => kind(id) !== undefined, asked }),
    [ui.modules, kind, asked],
  );
  const shown = inOrder(blocks, arrangement).filter(({ id }) => !arrangement.hidden.includes(id));
  const tiles = useTiles(shown.filter(isTile));
  useLiveEvents();
  const { data: events } = useLatestEvents();
  const close = () => {
    setDraft(undefined);
    store(arrangement);
  };
  const isBusy =
    !loaded || pending || [...tiles.values()].some(({ answer, error }) => answer === undefined && error === null);
  return (
    <Page
      title="Home"
      busy={isBusy}
      actions={
        <IconButton icon="sliders-horizontal" label="Arrange home" variant="plain" onPress={() => setDraft(stored)} />
      }
    >
      <div className={styles.home}>
        {events?.length === 0 && <FirstSteps />}
        {isBusy ? <Skeleton shape="rows" count={6} /> : <HomeBlocks {...{ tiles, approvals }} blocks={shown} />}
      </div>
      {draft && (
        <Suspense>
          <ArrangeDialog blocks={blocks} arrangement={draft} onChange={setDraft} onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}

function NoModules() {
  const { slug } = useWorkspace();
  return (
    <Page title="Home">
      <EmptyState
        icon="blocks"
        title="No modules are enabled"
        action={
          <LinkButton variant="primary" href={`${pagePaths.workspace(slug)}/settings/modules`}>
            Choose modules
          </LinkButton>
        }
      >
        Modules bring parts, projects, purchases and machines into the workspace.
      </EmptyState>
    </Page>
  );
}
