import { addQuantities } from '@cubit/decimal';
import { isDeepStrictEqual } from 'node:util';
import type { BatchState } from './batch-context.js';
import { togetherKey } from './match-rows.js';
import { leaveOut, type RowDraft } from './row-draft.js';

/** Rows that describe one record; the draft has what they say together. */
export interface RowGroup {
  readonly draft: RowDraft;
  readonly members: readonly RowDraft[];
}

/**
 * Puts rows of one record together where the kind merges them. Otherwise a second row about the same record is written in a later
 * round, so that it sees what the first wrote.
 */
export function mergeRows(
  state: BatchState,
  drafts: readonly RowDraft[],
): { readonly groups: readonly RowGroup[]; readonly later: readonly RowDraft[] } {
  const { match, merge } = state.context.node.importing;
  if (!match || state.context.key !== null) return { groups: drafts.map(alone), later: [] };
  const groups: RowGroup[] = [];
  const later: RowDraft[] = [];
  for (const [key, [first, ...others]] of Map.groupBy(drafts, (draft) => keyOf(draft, match))) {
    if (!first) continue;
    if (key === '' || !merge) {
      groups.push(alone(first));
      if (key === '') groups.push(...others.map(alone));
      else later.push(...others);
      continue;
    }
    const members = [first, ...others].filter(({ faults }) => faults.length === 0);
    const [leader] = members;
    groups.push(...[first, ...others].filter(({ faults }) => faults.length > 0).map(alone));
    if (leader) groups.push(merged(state, key, members));
  }
  return { groups, later };
}

function alone(draft: RowDraft): RowGroup {
  return { draft, members: [draft] };
}

/** Empty if the row lacks the first of the fields: it cannot be about the same record as another one. */
function keyOf(draft: RowDraft, match: readonly string[]): string {
  return (draft.fields[match[0] ?? ''] ?? null) === null ? '' : togetherKey(draft.fields, match);
}

function merged({ context, merged: seen }: BatchState, key: string, members: readonly RowDraft[]): RowGroup {
  const { sum, join } = context.node.importing.merge ?? {};
  const [draft] = members as readonly [RowDraft, ...RowDraft[]];
  for (const other of members.slice(1))
    for (const [name, value] of Object.entries(other.fields)) {
      draft.fields[name] ??= value;
      if (name !== sum && name !== join && value !== null && !isDeepStrictEqual(draft.fields[name], value))
        leaveOut(other, { field: name, reason: 'merged' });
    }
  if (sum !== undefined) {
    draft.fields[sum] = addUp(members.map(({ fields }) => fields[sum]));
    addUpGiven(draft, sum, members);
  }
  if (join !== undefined) draft.fields[join] = joined(members.map(({ fields }) => fields[join]));
  // Rows of earlier batches were written already: a later row adds to the record.
  draft.addsTo = seen.has(key);
  seen.add(key);
  return { draft, members };
}

/** Quantities of one unit are added up in it; others stay converted. */
function addUpGiven(draft: RowDraft, sum: string, members: readonly RowDraft[]): void {
  const given = members.flatMap((member) => member.given.get(sum) ?? []);
  const [first] = given;
  const isOneUnit = given.length === members.length && given.every(({ unit }) => unit === first?.unit);
  if (first && isOneUnit) draft.given.set(sum, { ...first, qty: addQuantities(...given.map(({ qty }) => qty)) });
  else draft.given.delete(sum);
}

const PLACES = 1e6;

export function addUp(values: readonly unknown[]): unknown {
  const numbers = values.filter((value) => typeof value === 'number');
  const total = numbers.reduce((sum, value) => sum + value, 0);
  return numbers.length === values.length
    ? Math.round(total * PLACES) / PLACES
    : values.find((value) => typeof value !== 'number');
}

const SEPARATOR = ', ';

export function joined(texts: readonly unknown[]): string | null {
  const items = texts.flatMap((text) => (typeof text === 'string' ? text.split(/\s*,\s*/) : []));
  const whole = [...new Set(items.filter((item) => item !== ''))].join(SEPARATOR);
  return whole === '' ? null : whole;
}
