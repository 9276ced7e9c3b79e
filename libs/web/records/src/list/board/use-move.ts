import { type CubitRecord, isApiError, pagePaths, type UiField, type UiKind } from '@cubit/web-client';
import { useToasts } from '@cubit/web-kit';
import { useState } from 'react';
import { useGo, withSearch } from '../../app/address.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { titleOf, valueTitle } from '../../cells/index.js';
import { plain } from '../../app/change-fields.js';
import { useRecordChanges } from '../../app/record-changes.js';
import { useChanges } from '../../app/use-changes.js';
import type { BoardColumn } from './use-columns.js';

/** Where cards are while the server has not answered yet, by record. */
export type Moves = ReadonlyMap<string, string | null>;

/** Moves cards to columns. A refused card goes back, with the action that leads there. */
export function useMove(kind: UiKind, field: UiField) {
  const [moves, setMoves] = useState<Moves>(new Map());
  const [announcement, announce] = useState('');
  const changes = useRecordChanges();
  const { fail } = useChanges();
  const toasts = useToasts();
  const go = useGo();
  const { slug, action: actionOf } = useWorkspace();
  const place = (id: string, value: string | null | undefined) =>
    setMoves((before) => {
      const next = new Map(before);
      if (value === undefined) next.delete(id);
      else next.set(id, value);
      return next;
    });
  const offered = (from: unknown, to: string | null) => {
    if (kind.lifecycle?.field !== field.name) return [];
    const leading = (kind.lifecycle.transitions ?? []).filter(
      (each) => each.to === to && each.from.some((state) => state === from),
    );
    const actions = leading.flatMap((each) => each.actions).flatMap((id) => actionOf(id) ?? []);
    return actions.filter(({ ui }) => ui.offered !== false);
  };
  const refused = (record: CubitRecord, to: BoardColumn, message: string) => {
    const from = record.fields[field.name];
    const isState = kind.lifecycle?.field === field.name && typeof from === 'string';
    const [action] = offered(from, to.value);
    const href = pagePaths.record(slug, record.kind, record.id);
    const words = isState
      ? `${valueTitle(kind, field, from)} does not become ${to.title} by moving the card.`
      : message;
    announce(`${titleOf(record, kind)} stays where it was.`);
    toasts.show({
      text: action ? `“${action.title}” leads to ${to.title}.` : words,
      tone: 'warn',
      ...(action ? { action: { title: action.title, run: () => go(withSearch(href, { do: action.id })) } } : {}),
    });
  };
  const move = async (record: CubitRecord, to: BoardColumn) => {
    const before = plain(record.fields[field.name]);
    if (before === to.value) return;
    const title = titleOf(record, kind);
    place(record.id, to.value);
    try {
      const change = { fields: { [field.name]: to.value } };
      await changes.update(record, change, { text: `“${title}” moved to ${to.title}`, wait: true });
      announce(`${title} moved to ${to.title}.`);
    } catch (error) {
      if (isApiError(error) && error.status >= 400 && error.status < 500)
        refused(record, to, error.details[0]?.message ?? error.message);
      else fail(error);
    } finally {
      // The lists of both columns have loaded again: without its place, the card stays where it is.
      place(record.id, undefined);
    }
  };
  return { moves, move, announcement };
}
