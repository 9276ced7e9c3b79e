import { pagePaths } from '@cubit/web-client';
import { Button, EmptyState, LinkButton, SkipLink } from '@cubit/web-kit';
import { Page, useMyWorkspaces } from '@cubit/web-records';
import { SideNavigation } from '../workspace/SideNavigation.js';
import { AccountSettings } from './AccountSettings.js';
import styles from './MePage.module.css';
import { SessionsSettings } from './SessionsSettings.js';
import { TokensSettings } from './TokensSettings.js';

const SECTIONS = [
  {
    id: 'account',
    title: 'Account',
    icon: 'user',
    href: '/me',
    lead: 'Who you are, in all workspaces.',
    page: AccountSettings,
  },
  {
    id: 'sessions',
    title: 'Sessions',
    icon: 'lock',
    href: '/me/sessions',
    lead: 'Where you are signed in.',
    page: SessionsSettings,
  },
  {
    id: 'tokens',
    title: 'API tokens',
    icon: 'key',
    href: '/me/tokens',
    lead: 'Programs that act in your name.',
    page: TokensSettings,
  },
] as const;

export interface MePageProps {
  readonly section: string;
  readonly onSignOut: () => void;
}

/** `/me`: what belongs to the person rather than to a workspace. */
export function MePage({ section, onSignOut }: MePageProps) {
  const current = SECTIONS.find(({ id }) => id === section);
  const { data: workspaces } = useMyWorkspaces();
  const last = localStorage.getItem('cubit-workspace');
  const open = workspaces?.find(({ slug }) => slug === last) ?? workspaces?.[0];
  return (
    <div className={styles.page}>
      <SkipLink target="content" />
      <header className={styles.head}>
        <LinkButton variant="quiet" icon="arrow-left" href={open ? pagePaths.workspace(open.slug) : '/workspaces'}>
          {open?.name ?? 'Workspaces'}
        </LinkButton>
        <Button variant="quiet" icon="log-out" onPress={onSignOut}>
          Sign out
        </Button>
      </header>
      <div className={styles.layout}>
        <SideNavigation label="Account" groups={[{ title: 'You', entries: SECTIONS }]} current={section} />
        {current ? (
          <Page title={current.title} lead={current.lead}>
            <current.page />
          </Page>
        ) : (
          <Page title="Not found">
            <EmptyState
              icon="search"
              title="There is no such page of your account"
              action={<LinkButton href="/me">Account</LinkButton>}
            />
          </Page>
        )}
      </div>
    </div>
  );
}
