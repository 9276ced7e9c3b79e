import { Icon } from '@cubit/web-kit';
import { queryKeys, useApp, useWorkspace } from '@cubit/web-records';
import { useQuery } from '@tanstack/react-query';
import styles from './Bell.module.css';

const MOST = 99;

/** Leads to the notifications; the number of unread ones is live. */
export function Bell({ href }: { readonly href: string }) {
  const { api } = useApp();
  const { slug, path } = useWorkspace();
  const { data } = useQuery({
    queryKey: queryKeys.unreadNotifications(slug),
    queryFn: ({ signal }) => api.get<{ readonly count: number }>(path('/notifications/unread-count'), { signal }),
  });
  const count = data?.count ?? 0;
  return (
    <a
      className={styles.bell}
      href={href}
      aria-label={count === 0 ? 'Notifications' : `Notifications, ${count} unread`}
    >
      <Icon name="bell" />
      {count > 0 && <span className={styles.count}>{count > MOST ? `${MOST}+` : count}</span>}
    </a>
  );
}
