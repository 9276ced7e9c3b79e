/** How values of records are shown: in lists, on cards, on the page of a record. */
export type { CellProps } from './cell-props.js';
export { CellValue } from './CellValue.js';
export { NamedValue } from './NamedValue.js';
export { type EventRecord, eventRecords, type LoggedEvent } from './event-records.js';
export { EventRecords } from './EventRecords.js';
export { durationText } from './duration-text.js';
export { RefChip, type RefChipProps } from './link-values.js';
export { holds, toneOf } from './tone-of.js';
export { isExpanded } from './is-expanded.js';
export { saysMore } from './says-more.js';
export type { ShownField, ShownType } from './shown-field.js';
export { type Member, useMembers } from './use-members.js';
export {
  dateText,
  enumTitle,
  isMoney,
  type KindState,
  statesOf,
  titleOf,
  valueText,
  valueTitle,
} from './value-text.js';
export { isNumeric, isReference, widgetOf } from './widget-of.js';
