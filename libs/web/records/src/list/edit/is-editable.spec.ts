import { describe, expect, it } from '@jest/globals';
import type { UiKind } from '@cubit/web-client';
import { FIELD_TYPES } from '@cubit/web-contract';
import type { ShownField, ShownType } from '../../cells/shown-field.js';
import { isEditable } from './is-editable.js';

const kind = { can: { update: true } } as UiKind;
const fieldOf = (type: ShownType) => ({ type, read_only: false, fixed: false }) as ShownField;

describe('a cell', () => {
  it('is edited where its values fit in one line', () => {
    const others = FIELD_TYPES.filter((type) => !isEditable(kind, fieldOf(type)));
    expect(others).toEqual(['multi_select', 'refs', 'any_ref', 'users', 'file', 'json']);
    expect(isEditable(kind, fieldOf('tags'))).toBe(true);
  });

  it('is not edited where people may not write the field', () => {
    expect(isEditable(kind, { ...fieldOf('text'), read_only: true })).toBe(false);
    expect(isEditable(kind, { ...fieldOf('text'), fixed: true })).toBe(false);
    expect(isEditable({ can: { update: false } } as UiKind, fieldOf('text'))).toBe(false);
  });
});
