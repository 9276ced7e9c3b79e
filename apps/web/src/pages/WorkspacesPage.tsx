import { EmptyState, LinkButton } from '@cubit/web-kit';
import { useApp, useGo, useMyWorkspaces, useWatched } from '@cubit/web-records';
import { useEffect } from 'react';
import { OutsidePage } from './OutsidePage.js';
import styles from './WorkspacesPage.module.css';

/** All workspaces of the person, and the way to another one. */
export function WorkspacesPage() {
  const { api } = useApp();
  const go = useGo();
  const session = useWatched(api.session);
  const { data, isPending } = useMyWorkspaces();
  useEffect(() => {
    if (session === 'signed-out') go('/sign-in?next=/workspaces', { replace: true });
  }, [session, go]);
  return (
    <OutsidePage title="Workspaces">
      {data?.length === 0 && (
        <EmptyState icon="building" title="No workspace yet">
          A workspace holds the parts, projects and machines of one workshop.
        </EmptyState>
      )}
      <ul className={styles.list} aria-busy={isPending || undefined}>
        {data?.map(({ id, slug, name, role }) => (
          <li key={id}>
            <a className={styles.link} href={`/w/${encodeURIComponent(slug)}`}>
              <span>{name}</span>
              <span className={styles.role}>{role}</span>
            </a>
          </li>
        ))}
      </ul>
      <LinkButton icon="plus" href="/welcome?step=workspace">
        New workspace
      </LinkButton>
    </OutsidePage>
  );
}
