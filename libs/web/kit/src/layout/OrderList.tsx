import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../actions/IconButton.js';
import styles from './OrderList.module.css';

export interface OrderItem {
  readonly id: string;
  readonly title: string;
}

export interface OrderListProps<Item extends OrderItem> {
  readonly items: readonly Item[];
  /** By -1 or 1 place. */
  readonly onMove: (item: Item, by: number) => void;
  /** Before the buttons that move an item. Default: its title. */
  readonly start?: (item: Item) => ReactNode;
  /** Behind them. */
  readonly end?: (item: Item) => ReactNode;
}

/** Things that people put into an order, each with buttons that move it. */
export function OrderList<Item extends OrderItem>({ items, onMove, start, end }: OrderListProps<Item>) {
  const pressed = useRef<readonly [id: string, by: number]>(null);
  const list = useRef<HTMLOListElement>(null);
  // What is moved in the document loses the focus.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const [id, by] = pressed.current;
    pressed.current = null;
    const row = [...(list.current?.children ?? [])].find((item) => item.getAttribute('data-item') === id);
    row?.querySelector<HTMLElement>(`[data-drive="move:${by < 0 ? 'up' : 'down'}"]`)?.focus();
  }, [items]);
  const move = (item: Item, by: number) => {
    onMove(item, by);
    pressed.current = [item.id, by];
  };
  return (
    <ol className={styles.items} ref={list}>
      {items.map((item, index) => (
        <li key={item.id} className={styles.item} data-item={item.id}>
          <span className={styles.start}>{start ? start(item) : item.title}</span>
          <IconButton
            icon="arrow-up"
            size="small"
            label={`Move ${item.title} up`}
            drive="move:up"
            disabledReason={index === 0 ? 'It is the first.' : undefined}
            onPress={() => move(item, -1)}
          />
          <IconButton
            icon="arrow-down"
            size="small"
            label={`Move ${item.title} down`}
            drive="move:down"
            disabledReason={index === items.length - 1 ? 'It is the last.' : undefined}
            onPress={() => move(item, 1)}
          />
          {end?.(item)}
        </li>
      ))}
    </ol>
  );
}
