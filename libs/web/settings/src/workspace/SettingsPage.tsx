import { pagePaths } from '@cubit/web-client';
import { EmptyState, LinkButton } from '@cubit/web-kit';
import { Page, useWorkspace } from '@cubit/web-records';
import { Suspense } from 'react';
import { SECTION_GROUPS } from './sections.js';
import { SideNavigation } from './SideNavigation.js';
import styles from './SettingsPage.module.css';

/** `/settings/{section}`: the sections at the side, one of them as the page. */
export function SettingsPage({ section }: { readonly section: string }) {
  const { slug } = useWorkspace();
  const base = `${pagePaths.workspace(slug)}/settings`;
  const current = SECTION_GROUPS.flatMap(({ sections }) => sections).find(({ id }) => id === section);
  const groups = SECTION_GROUPS.map(({ title, sections }) => ({
    title,
    entries: sections.map(({ id, title: name, icon }) => ({ id, icon, title: name, href: `${base}/${id}` })),
  }));
  return (
    <div className={styles.layout}>
      <SideNavigation label="Settings" groups={groups} current={section} />
      <div className={styles.content}>
        {current ? (
          <Page title={current.title} lead={current.lead}>
            <Suspense>
              <current.page key={section} />
            </Suspense>
          </Page>
        ) : (
          <Page title="Not found">
            <EmptyState
              icon="search"
              title="There is no such page of settings"
              action={<LinkButton href={`${base}/workspace`}>Workspace settings</LinkButton>}
            >
              The address names a part of the settings that does not exist.
            </EmptyState>
          </Page>
        )}
      </div>
    </div>
  );
}
