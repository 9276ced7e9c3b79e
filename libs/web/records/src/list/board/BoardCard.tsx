import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { CubitRecord, UiField, UiKind } from '@cubit/web-client';
import { IconButton, Menu } from '@cubit/web-kit';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { plain } from '../../app/change-fields.js';
import type { Column } from '../model/columns.js';
import { RecordCard } from '../cards/RecordCard.js';
import { titleOf } from '../../cells/index.js';
import type { BoardColumn } from './use-columns.js';
import styles from './Board.module.css';

export interface BoardCardProps {
  readonly board: string;
  readonly kind: UiKind;
  readonly field: UiField;
  readonly record: CubitRecord;
  readonly columns: readonly Column[];
  readonly lanes: readonly BoardColumn[];
  readonly onMove: (record: CubitRecord, to: BoardColumn) => void;
}

const SHOWN_FIELDS = 5;

/** A card that is dragged, or moved by `M` and the first letter of a column. */
export function BoardCard({ board, kind, field, record, columns, lanes, onMove }: BoardCardProps) {
  const ref = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const [dragged, setDragged] = useState(false);
  useEffect(() => {
    if (!ref.current) return undefined;
    return draggable({
      element: ref.current,
      getInitialData: () => ({ record, board }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [record, board]);
  const move = (to: BoardColumn) => {
    setOpen(false);
    onMove(record, to);
  };
  useLetters(open, lanes, move);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey || open) return;
    event.preventDefault();
    setOpen(true);
  };
  const current = plain(record.fields[field.name]);
  const shown = columns.filter(({ key }) => key !== field.name && key !== 'updated_at').slice(1, 1 + SHOWN_FIELDS);
  return (
    <li className={styles.item} data-dragged={dragged || undefined} onKeyDown={onKeyDown}>
      <RecordCard
        ref={ref}
        {...{ kind, record }}
        columns={shown}
        aside={
          <Menu
            label="Move to"
            open={open}
            onOpenChange={setOpen}
            placement="bottom end"
            trigger={<IconButton icon="move" size="small" keys="m" label={`Move ${titleOf(record, kind)}`} />}
            entries={lanes.map((lane) => ({
              ...{
                id: lane.value ?? '',
                title: lane.title,
                checked: lane.value === current,
                onSelect: () => move(lane),
              },
              keys: lane.title.charAt(0).toLowerCase(),
            }))}
          />
        }
      />
    </li>
  );
}

/** While the menu is open, a letter picks the first column that begins with it. */
function useLetters(open: boolean, lanes: readonly BoardColumn[], move: (to: BoardColumn) => void): void {
  const act = useRef(move);
  useEffect(() => {
    act.current = move;
  });
  useEffect(() => {
    if (!open) return undefined;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const lane = lanes.find(({ title }) => title.toLowerCase().startsWith(event.key.toLowerCase()));
      if (event.key.length !== 1 || !lane) return;
      event.preventDefault();
      event.stopPropagation();
      act.current(lane);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [open, lanes]);
}
