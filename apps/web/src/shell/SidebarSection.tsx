import { Icon, VisuallyHidden } from '@cubit/web-kit';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MenuItem, MenuSection } from './menu.js';
import styles from './Sidebar.module.css';

export interface SectionProps {
  readonly section: MenuSection;
  readonly collapsed: boolean;
  readonly folded: boolean;
  readonly onFold: () => void;
  /** A button behind the title. */
  readonly action?: ReactNode;
}

/** The kinds of a module. Folded, it shows the page that is open alone. */
export function Section({ section: { title, items }, collapsed, folded, onFold, action }: SectionProps) {
  const isCurrent = useIsCurrent();
  const shown = folded ? items.filter(isCurrent) : items;
  return (
    <div role="group" aria-label={title}>
      {collapsed ? (
        <p className={styles.section} aria-hidden />
      ) : (
        <div className={styles.heading}>
          <button type="button" className={styles.section} aria-expanded={!folded} onClick={onFold}>
            {title}
            <Icon name="chevron-right" size={14} className={styles.arrow} />
          </button>
          {action}
        </div>
      )}
      {shown.length > 0 && <Items items={shown} collapsed={collapsed} />}
    </div>
  );
}

export interface ItemsProps {
  readonly items: readonly MenuItem[];
  readonly collapsed: boolean;
}

export function Items({ items, collapsed }: ItemsProps) {
  const isCurrent = useIsCurrent();
  return (
    <ul className={styles.list}>
      {items.map(({ id, title, icon, href }) => (
        <li key={id}>
          <a
            className={styles.item}
            href={href}
            aria-current={isCurrent({ id, href }) ? 'page' : undefined}
            title={collapsed ? title : undefined}
            data-drive={`nav:${id}`}
          >
            <Icon name={icon} />
            {collapsed ? <VisuallyHidden>{title}</VisuallyHidden> : <span className={styles.title}>{title}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Whether an item leads to the page that is open, or to one above it. */
function useIsCurrent(): (item: Pick<MenuItem, 'id' | 'href'>) => boolean {
  const { pathname, searchStr } = useLocation();
  return ({ id, href }) =>
    [pathname, pathname + searchStr].includes(href) || (id !== 'home' && pathname.startsWith(`${href}/`));
}
