import { EmptyState, LinkButton } from '@cubit/web-kit';
import { Page, useWorkspace } from '@cubit/web-records';
import { pagePaths } from '@cubit/web-client';
import { HomeTiles } from './HomeTiles.js';
import { LatestEvents } from './LatestEvents.js';
import styles from './HomePage.module.css';

/** Numbers that the modules declare, each a click from its list, and what happened lately. */
export function HomePage() {
  const { slug, ui } = useWorkspace();
  const hasKinds = ui.kinds.length > 0;
  return (
    <Page title="Home">
      {hasKinds ? (
        <div className={styles.home}>
          <HomeTiles />
          <LatestEvents />
        </div>
      ) : (
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
      )}
    </Page>
  );
}
