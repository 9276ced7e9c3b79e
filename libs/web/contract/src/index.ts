/**
 * Names and shapes that a module's declaration and the web app share: hints of kinds, fields, actions and modules. It has no imports, so the
 * kernel and a browser can use it alike.
 */
export type {
  ActionHints,
  Bound,
  CalendarDates,
  Comparison,
  Condition,
  DeclaredView,
  DocumentApply,
  Fact,
  FieldFact,
  FieldHints,
  FormGroup,
  HintValue,
  HomeTile,
  KindHints,
  Measure,
  ModuleHints,
  OfferedFor,
  Panel,
  PrefilledEntries,
  PrefilledRows,
  RelatedFact,
  WallFact,
} from './hints.js';
export {
  canBeUnique,
  canIndex,
  CUSTOM_FIELD_NAMES,
  type CustomFieldName,
  type CustomFieldType,
  nameOfType,
  typeOfName,
} from './custom-fields.js';
export { writeDates } from './dates-in-text.js';
export {
  factsOf,
  FIELD_FACTS,
  FIELD_TYPES,
  type FieldContent,
  type FieldFacts,
  type FieldTypeName,
  fieldTypeOf,
  typeHolds,
  typeHoldsOne,
  isFieldType,
} from './field-types.js';
export { fieldsReadBy } from './fields-read-by.js';
export { type Icon, ICONS } from './icons.js';
export { messageOf, requestIdOf } from './error-words.js';
export { COMMON_UNITS, unitsLike } from './common-units.js';
export { isOver, type Job, JOB_STATES, type JobState } from './job.js';
export { labelOf, sentence, withTitles } from './label.js';
export { type FilteredField, referenceFilter } from './reference-filter.js';
export {
  ACTION_TONES,
  type ActionTone,
  type Color,
  COLORS,
  type KindRole,
  type Layout,
  LAYOUTS,
  ROLES_OF_KINDS,
  type Tone,
  TONES,
  WALL_PARTS,
  type WallPart,
  type Widget,
  WIDGETS,
} from './names.js';
