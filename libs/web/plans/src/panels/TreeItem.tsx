import { Icon, type IconName } from '@cubit/web-kit';
import type { TreeRow } from '../model/tree-rows.js';
import styles from './Tree.module.css';

const ICONS: Readonly<Record<TreeRow['type'], IconName>> = {
  level: 'layers',
  room: 'square',
  wall: 'minus',
  opening: 'door-open',
  zone: 'scan-line',
  container: 'archive',
  shelf: 'rows-3',
  bin: 'box',
};

export interface TreeItemProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly isSelected: boolean;
  /** Has the focus of the tree. */
  readonly isCurrent: boolean;
  readonly isFaulty: boolean;
  readonly onChoose: () => void;
  readonly onToggle: () => void;
}

const INDENT_PX = 16;

export function TreeItem({ id, row, isSelected, isCurrent, isFaulty, onChoose, onToggle }: TreeItemProps) {
  const { title, about, level, isOpen } = row;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      className={styles.item}
      data-current={isCurrent || undefined}
      style={{ paddingInlineStart: 4 + (level - 1) * INDENT_PX }}
      onClick={onChoose}
    >
      {isOpen === undefined ? (
        <span className={styles.leaf} />
      ) : (
        <span
          className={styles.toggle}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        </span>
      )}
      <Icon name={ICONS[row.type]} size={14} className={styles.icon} />
      <span className={styles.title}>{title}</span>
      {about !== undefined && <span className={styles.about}>{about}</span>}
      {isFaulty && <Icon name="triangle-alert" size={14} className={styles.warn} label="To look at" />}
    </div>
  );
}
