import { pagePaths } from '@cubit/web-client';
import { Icon, type IconName, Panel } from '@cubit/web-kit';
import { useWorkspace, withSearch } from '@cubit/web-records';
import styles from './HomePage.module.css';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly icon: IconName | undefined;
  readonly href: string;
}

/** How to begin in a workspace where nothing has happened yet. */
export function FirstSteps() {
  const steps = useSteps();
  if (steps.length === 0) return null;
  return (
    <Panel title="First steps" icon="flag" flush>
      <ul className={styles.steps}>
        {steps.map(({ title, text, icon, href }) => (
          <li key={href} className={styles.step}>
            {icon !== undefined && <Icon name={icon} className={styles.stepIcon} />}
            <a href={href} className={styles.stepTitle}>
              {title}
            </a>
            <span className={styles.stepText}>{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The first kind of each module, then other people. */
function useSteps(): readonly Step[] {
  const { slug, ui, kind: kindOf } = useWorkspace();
  const firsts = ui.modules.flatMap((module) => {
    const ids = module.ui.menu ?? ui.kinds.filter((kind) => kind.module === module.name).map(({ id }) => id);
    const kind = ids.map((id) => kindOf(id)).find((each) => each?.can.create === true);
    return kind ? [kind] : [];
  });
  const created = firsts.map((kind) => ({
    title: `Add the first ${kind.title.toLowerCase()}`,
    text: kind.ui.empty ?? kind.description ?? '',
    icon: kind.ui.icon,
    href: withSearch(pagePaths.kind(slug, kind.id), { new: '1' }),
  }));
  const [first] = firsts;
  const imported: Step[] = first
    ? [
        {
          title: `Import ${first.plural.toLowerCase()} from a file`,
          text: 'A spreadsheet or an export of another program; it is checked before anything is written.',
          icon: 'upload',
          href: `${pagePaths.kind(slug, first.id)}/import`,
        },
      ]
    : [];
  const isAdmin = ui.role === 'admin' || ui.role === 'owner';
  const invited: Step[] = isAdmin
    ? [
        {
          title: 'Invite others',
          text: 'Each has a role: viewers read, members work, admins change the workspace.',
          icon: 'user-plus',
          href: `${pagePaths.workspace(slug)}/settings/members`,
        },
      ]
    : [];
  return [...created.slice(0, 1), ...imported, ...created.slice(1), ...invited];
}
