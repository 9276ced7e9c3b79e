import type { CubitRecord, RowList, UiKind } from '@cubit/web-client';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { titleOf } from '../../cells/index.js';
import type { Column } from '../model/columns.js';
import { type List, useRow, useStoreState } from '../model/use-list.js';
import { isSelected, type Selection, toggled } from '../selection/selection.js';
import { TableFoot } from '../table/TableFoot.js';
import { useScrollMemory } from '../table/use-scroll-memory.js';
import { RecordCard } from './RecordCard.js';
import { useCardRows } from './use-card-rows.js';
import styles from './Cards.module.css';

export interface CardGridProps {
  readonly kind: UiKind;
  readonly list: List;
  readonly columns: readonly Column[];
  /** The picture of a record. */
  readonly cover?: (record: CubitRecord) => ReactNode;
  readonly cardWidth: number;
  /** Pixels of a card that was not drawn yet. */
  readonly cardHeight: number;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
}

/** Cards that stand in for the first page. */
const BONES = 6;

/** The records of a long list as cards, each row as high as what its cards show; those in sight alone are drawn. */
export function CardGrid(props: CardGridProps) {
  const { kind, list, cardWidth, cardHeight, scrollerRef } = props;
  const { store, memory } = list;
  const { count, loading } = useStoreState(store);
  const perRow = usePerRow(scrollerRef, cardWidth);
  const { rows, height, measure } = useCardRows({ scrollerRef, memory, count, perRow, rowHeight: cardHeight });
  useScrollMemory(scrollerRef, memory, count > 0);
  const [first, last] = [
    (rows[0]?.index ?? 0) * perRow,
    Math.min(count, ((rows.at(-1)?.index ?? -1) + 1) * perRow) - 1,
  ];
  useEffect(() => {
    if (last >= first) store.showAll([[first, last]]);
  }, [store, first, last]);
  const columns = { gridTemplateColumns: `repeat(${perRow}, minmax(0, 1fr))` };
  return (
    <div className={styles.frame}>
      <div
        ref={scrollerRef}
        className={styles.scroller}
        tabIndex={-1}
        aria-busy={(loading && count === 0) || undefined}
      >
        <div role="list" aria-label={kind.plural} className={styles.cards} style={{ height }}>
          {loading &&
            count === 0 &&
            Array.from({ length: BONES }, (_, index) => (
              <div key={index} className={styles.row} style={{ top: index * cardHeight }} aria-hidden="true">
                <Bones height={cardHeight} />
              </div>
            ))}
          {rows.map(({ index: row, top }) => (
            <div key={row} ref={measure} data-index={row} className={styles.row} style={{ top, ...columns }}>
              {Array.from({ length: Math.min(perRow, count - row * perRow) }, (_, place) => (
                <Placed key={place} {...props} store={store} index={row * perRow + place} total={count} />
              ))}
            </div>
          ))}
        </div>
      </div>
      <TableFoot store={store} kind={kind} />
    </div>
  );
}

function Bones({ height }: { readonly height: number }) {
  return (
    <div className={styles.placed} style={{ height }} aria-hidden="true">
      <div className={styles.bones} />
    </div>
  );
}

interface PlacedProps extends CardGridProps {
  readonly store: RowList<CubitRecord>;
  readonly index: number;
  readonly total: number;
}

function Placed({ kind, columns, cover, cardHeight, selection, onSelection, store, index, total }: PlacedProps) {
  const record = useRow(store, index);
  if (!record) return <Bones height={cardHeight} />;
  return (
    <div className={styles.placed} role="listitem" aria-setsize={total} aria-posinset={index + 1}>
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
