import type { CubitRecord, UiKind } from '@cubit/web-client';
import type { ShownField } from './shown-field.js';

export interface CellProps {
  readonly kind: UiKind;
  readonly field: ShownField;
  readonly value: unknown;
  /** The other fields: units and bounds may be in them. */
  readonly fields: CubitRecord['fields'];
  /** The Tab key passes links by: in grids, whose cells are reached by arrows. */
  readonly inGrid?: boolean;
}
