import type { UiField, UiKind } from '@cubit/web-client';
import { typeHolds, type WallFact } from '@cubit/web-contract';
import { holds } from '@cubit/web-records/values';
import type { WallList, WallRecord } from './shown-display.js';

export interface ShownFact {
  readonly field: UiField;
  readonly title: string;
  readonly value: unknown;
}

/** What is shown of a record, without its state: fields that have a value, and of yes or no those that are yes. */
export function factsOf(kind: UiKind, { fields: names, part }: WallList, { fields }: WallRecord): readonly ShownFact[] {
  const hints = part === 'view' ? [] : (kind.ui.wall ?? []).map(factOf);
  return names.flatMap((name) => {
    const field = kind.fields.find((each) => each.name === name);
    if (!field || name === kind.lifecycle?.field) return [];
    const { title = field.title, visible } = hints.find((each) => each.field === name) ?? {};
    const value = fields[name];
    const isShown = visible === undefined || holds(visible, fields[visible.field], fields);
    return isShown && isValue(field, value) ? [{ field, title, value }] : [];
  });
}

/** The field with the state of a record; undefined for kinds without one. */
export function stateField({ fields, lifecycle }: UiKind): UiField | undefined {
  return lifecycle ? fields.find(({ name }) => name === lifecycle.field) : undefined;
}

const factOf = (fact: string | WallFact): WallFact => (typeof fact === 'string' ? { field: fact } : fact);

function isValue({ type }: UiField, value: unknown): boolean {
  if (typeHolds(type, 'boolean')) return value === true;
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
