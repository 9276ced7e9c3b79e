import { Icon } from '@cubit/web-kit';
import type { Plan } from '../model/plan.js';
import { TYPE_TITLES } from '../model/plan.js';
import { nodeAt } from '../model/pointer.js';
import { MOST_PROBLEMS } from '../model/problems.js';
import { useEditor } from '../view/editor-context.js';
import styles from './panels.module.css';

/** What overlaps, reaches out or has a name twice; each leads to its element. */
export function Problems() {
  const { problems, state, show } = useEditor();
  if (problems.length === 0) return null;
  const isMore = problems.length >= MOST_PROBLEMS;
  return (
    <section className={styles.problems} aria-label="To look at">
      <h3 className={styles.subheading}>
        <Icon name="triangle-alert" size={14} />
        To look at ({isMore ? `${MOST_PROBLEMS} or more` : problems.length})
      </h3>
      <ul className={styles.list}>
        {problems.map(({ pointer, message }, index) => (
          <li key={`${pointer} ${message} ${index}`}>
            <button type="button" className={styles.problem} onClick={() => show(pointer)}>
              <strong>{titleAt(state.plan, pointer)}</strong> {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What people call an element: its name, else its type. */
export function titleAt(plan: Plan, pointer: string): string {
  const found = nodeAt(plan, pointer);
  if (!found) return '';
  return 'name' in found.node ? found.node.name : TYPE_TITLES[found.type];
}
