/** Actions on many records, for pages that know which: a selection of a list, what a plan created. */
export { BulkActionDialog, type BulkActionDialogProps } from './BulkActionDialog.js';
export { useBulk } from './use-bulk.js';
