import type { Faults } from '../../app/refusal.js';
import type { FormField } from '../model/form-field.js';
import type { Values } from '../model/condition.js';

/**
 * Where a control is:
 * - `form`: in a form, with its label and its description.
 * - `grid`: in a row of a grid in a form: without its label, one line high.
 * - `cell`: alone, for one value: in a cell of a table, in a filter, for many records at once.
 * - `preview`: where it is tried, and neither loads nor creates anything.
 */
export type Density = 'form' | 'grid' | 'cell' | 'preview';

export interface ControlProps {
  readonly field: FormField;
  readonly value: unknown;
  /** Gets undefined where there is no value. */
  readonly onChange: (value: unknown) => void;
  /** Place in the form: `/lines/0/qty`. */
  readonly path: string;
  readonly faults: Faults;
  /** The other values, and below them those of the record: what units and conditions name. */
  readonly siblings: Values;
  /** The kinds of records that `siblings` name, by the names of their references; `id` is the record of an action. */
  readonly references?: Readonly<Record<string, string>>;
  /** Default: `form`. */
  readonly density?: Density;
  readonly autoFocus?: boolean;
  /** The label stands elsewhere. */
  readonly hideLabel?: boolean;
}
