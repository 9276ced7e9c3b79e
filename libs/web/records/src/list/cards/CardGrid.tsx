import type { CubitRecord, RowList, UiKind } from '@cubit/web-client';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { titleOf } from '../../cells/index.js';
import type { Column } from '../model/columns.js';
import { type List, useRow, useStoreState } from '../model/use-list.js';
import { isSelected, type Selection, toggled } from '../selection/selection.js';
import { TableFoot } from '../table/TableFoot.js';
import { heightOf } from '../table/row-window.js';
import { useRowWindow } from '../table/use-row-window.js';
import { useScrollMemory } from '../table/use-scroll-memory.js';
import { RecordCard } from './RecordCard.js';
import styles from './Cards.module.css';

export interface CardGridProps {
  readonly kind: UiKind;
  readonly list: List;
  readonly columns: readonly Column[];
  /** The picture of a record. */
  readonly cover?: (record: CubitRecord) => ReactNode;
  readonly cardWidth: number;
  readonly cardHeight: number;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
}

/** Cards that stand in for the first page. */
const BONES = 6;

/** The records of a long list as cards; those in sight alone are drawn. */
export function CardGrid(props: CardGridProps) {
  const { kind, list, cardWidth, cardHeight, scrollerRef } = props;
  const { store, memory } = list;
  const { count, loading } = useStoreState(store);
  const perRow = usePerRow(scrollerRef, cardWidth);
  const rowCount = Math.ceil(count / perRow);
  const { rows } = useRowWindow({ scrollerRef, count: rowCount, rowHeight: cardHeight, head: 0 });
  useScrollMemory(scrollerRef, memory, count > 0);
  const [first, last] = [rows.first * perRow, Math.min(count, (rows.last + 1) * perRow) - 1];
  useEffect(() => {
    if (last >= first) store.showAll([[first, last]]);
  }, [store, first, last]);
  return (
    <div className={styles.frame}>
      <div
        ref={scrollerRef}
        className={styles.scroller}
        tabIndex={-1}
        aria-busy={(loading && count === 0) || undefined}
      >
        <div
          role="list"
          aria-label={kind.plural}
          className={styles.cards}
          style={{ height: heightOf({ count: rowCount, rowHeight: cardHeight, viewport: 0 }) }}
        >
          {loading &&
            count === 0 &&
            Array.from({ length: BONES }, (_, index) => (
              <div
                key={index}
                className={styles.placed}
                style={{ top: index * cardHeight, height: cardHeight, width: '100%' }}
                aria-hidden="true"
              >
                <div className={styles.bones} />
              </div>
            ))}
          {Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => (
            <Placed
              key={first + offset}
              {...props}
              store={store}
              index={first + offset}
              total={count}
              top={rows.offset + Math.floor(offset / perRow) * cardHeight}
              left={((first + offset) % perRow) / perRow}
              width={1 / perRow}
            />
          ))}
        </div>
      </div>
      <TableFoot store={store} kind={kind} />
    </div>
  );
}

interface PlacedProps extends CardGridProps {
  readonly store: RowList<CubitRecord>;
  readonly index: number;
  readonly total: number;
  readonly top: number;
  readonly left: number;
  readonly width: number;
}

function Placed({
  kind,
  columns,
  cover,
  cardHeight,
  selection,
  onSelection,
  store,
  index,
  total,
  top,
  left,
  width,
}: PlacedProps) {
  const record = useRow(store, index);
  const style = { top, height: cardHeight, insetInlineStart: `${left * 100}%`, width: `${width * 100}%` };
  if (!record)
    return (
      <div className={styles.placed} style={style} aria-hidden="true">
        <div className={styles.bones} />
      </div>
    );
  return (
    <div className={styles.placed} style={style} role="listitem" aria-setsize={total} aria-posinset={index + 1}>
      <RecordCard
        {...{ kind, record, columns }}
        cover={cover?.(record)}
        aside={
          <input
            type="checkbox"
            className={styles.check}
            checked={isSelected(selection, record.id)}
            aria-label={`Select ${titleOf(record, kind)}`}
            onChange={() => onSelection(toggled(selection, record.id))}
          />
        }
      />
    </div>
  );
}

function usePerRow(scrollerRef: RefObject<HTMLElement | null>, cardWidth: number): number {
  const [perRow, setPerRow] = useState(1);
  useEffect(() => {
    const element = scrollerRef.current;
    if (!element) return undefined;
    const update = () => setPerRow(Math.max(1, Math.floor(element.clientWidth / cardWidth)));
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scrollerRef, cardWidth]);
  return perRow;
}
