import type { Faults } from '../../app/refusal.js';
import type { FormField } from '../model/form-field.js';
import type { Values } from '../model/condition.js';

export interface ControlProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Place in the form: `/lines/0/qty`. */
  readonly path: string;
  readonly faults: Faults;
  /** The other values, and below them those of the record: what units and conditions name. */
  readonly siblings: Values;
  /** In a cell of a grid: without its label, one line high. */
  readonly compact?: boolean;
  readonly autoFocus?: boolean;
  /** The label stands elsewhere. */
  readonly hideLabel?: boolean;
}
