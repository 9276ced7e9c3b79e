/** Records as rows outside of lists: what they say of themselves, and one action at hand. */
export { RecordRows, type RecordRowsProps } from './RecordRows.js';
export { fieldsToLoad } from '../list/model/columns.js';
export { joinFilter } from '../list/model/filter-text.js';
