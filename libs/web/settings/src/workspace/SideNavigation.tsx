import { Icon, type IconName } from '@cubit/web-kit';
import { useGo } from '@cubit/web-records';
import styles from './SettingsPage.module.css';

export interface NavigationEntry {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly href: string;
}

export interface SideNavigationProps {
  readonly label: string;
  readonly groups: readonly { readonly title: string; readonly entries: readonly NavigationEntry[] }[];
  /** Id of the page that is open. */
  readonly current: string;
}

/** Links at the side; on phones one list to choose from. */
export function SideNavigation({ label, groups, current }: SideNavigationProps) {
  const go = useGo();
  const all = groups.flatMap(({ entries }) => entries);
  return (
    <nav className={styles.nav} aria-label={label}>
      <div className={styles.links}>
        {groups.map(({ title, entries }) => (
          <section key={title} aria-label={title}>
            <p className={styles.group} aria-hidden="true">
              {title}
            </p>
            <ul className={styles.list}>
              {entries.map(({ id, title: name, icon, href }) => (
                <li key={id}>
                  <a
                    className={styles.link}
                    href={href}
                    aria-current={id === current ? 'page' : undefined}
                    data-drive={`nav:settings/${id}`}
                  >
                    <Icon name={icon} />
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <select
        className={styles.select}
        aria-label={label}
        value={current}
        onChange={(event) => go(all.find(({ id }) => id === event.target.value)?.href ?? '.')}
      >
        {all.every(({ id }) => id !== current) && <option value={current}>Choose…</option>}
        {groups.map(({ title, entries }) => (
          <optgroup key={title} label={title}>
            {entries.map(({ id, title: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </nav>
  );
}
