import type { UiKind } from '@cubit/web-client';
import { isEditable } from '../edit/is-editable.js';
import type { ShownField } from '../../cells/shown-field.js';

const TEXTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** The field that is meant most likely when selected records are edited: that of the active cell, else the first that the filter names. */
export function likelyField(kind: UiKind, active: ShownField | null | undefined, filter: string): string | undefined {
  if (active && isEditable(kind, active)) return active.name;
  const words = new Set(filter.replaceAll(TEXTS, '').match(/[a-z_]\w*/gi));
  return kind.fields.find((field) => field.ui.hidden !== true && words.has(field.name) && isEditable(kind, field))
    ?.name;
}
