/** Records and what is written with them (history, references, events, search), and the transaction of a workspace. */
export { reasonOf, refusalOf } from './actions/availability.js';
export { createEventRuntime, type EventRuntime } from './events/event-runtime.js';
export type { BulkPort, BulkSelection } from './bulk/bulk-port.js';
export { type BulkOutcome, runMany } from './bulk/run-many.js';
export { RecordFeed } from './events/record-feed.js';
export { eventRoutes } from './events/event.routes.js';
export type { PersonalMessage, StreamCompanion } from './events/stream-companion.js';
export { waitFor } from './events/wait-for.js';
export { compileFilter, filterSchemaOf } from './read/filter.js';
export { groupKeyFault } from './read/group-key.js';
export {
  type HistoryFilter,
  historyFilterQuery,
  type HistoryOfRecord,
  readWholeHistory,
} from './history/read-history.js';
export { takenMessage } from './write/taken-message.js';
export { titleKey } from './write/title-key.js';
export { convertHistory } from './history/convert-history.js';
export { insertChanges } from './history/change-row.js';
export { storeHistory } from './history/store-history.js';
export { type ListQuery, listRecords, type ListSource, type RecordPage } from './read/list-records.js';
export { readRecords } from './read/read-record.js';
export { recordOf, type RecordRow, recordText, visibleFields } from './read/record-row.js';
export { readSubtrees } from './read/subtree.js';
export { isSortable, parseSort } from './read/sort.js';
export { actionBatchRoute } from './routes/action-batch.route.js';
export { actionRoute } from './routes/action.routes.js';
export { contentBefore, type EarlierContent, withEarlier } from './routes/earlier-version.js';
export type { ContentValues } from './history/past-content.js';
export { storedReferencesOf } from './read/references.js';
export { recordPageText } from './routes/record-page.js';
export { dependent, moduleErrors, routeBase, shapeIn } from './routes/record-route-context.js';
export { recordSchemas, tagName, tagsSchema } from './routes/record-schemas.js';
export { recordRoutes } from './routes/record.routes.js';
export { rewriteSearch } from './search/rewrite-search.js';
export { isSearched } from './search/search-document.js';
export { markEmptyKinds, SearchFill } from './search/search-fill.js';
export { codeRoute } from './codes/code.route.js';
export { scanRoutes } from './scan/scan.routes.js';
export { searchRoute } from './search/search.route.js';
export { tagColor, tagKey } from './tags/tag-name.js';
export { type ActionCall, type ActionOutcome, invokeAction } from './transaction/invoke.js';
export { outsideTransactions } from './transaction/module-fetch.js';
export { WorkspaceTransaction } from './transaction/workspace-transaction.js';
export { TransactionBatch } from './transaction/transaction-batch.js';
export {
  type FileContent,
  type FileContents,
  type FilePort,
  noFiles,
  type SpooledContent,
} from './workspace/file-port.js';
export { type JobPort, type ModuleJobInput, type NewModuleJob, noJobs } from './workspace/job-port.js';
export { noNotices, type NoticePort } from './workspace/notice-port.js';
export { noOutbound, type OutboundPort } from './workspace/outbound-port.js';
export { lockSchema, raiseSchemaVersion } from './workspace/raise-schema-version.js';
export { ModuleSecrets, NOTHING_STORED, type StoredSettings } from './workspace/module-secrets.js';
export type { KernelServices } from './workspace/services.js';
export { WorkspaceSchemas } from './workspace/workspace-schemas.js';
export type { WorkspaceScope } from './workspace/workspace-scope.js';
export type { AdoptedRecord } from './write/adopt-records.js';
export { type BrokenReference, brokenReferences } from './write/broken-references.js';
export { FILE_TARGET } from './write/file-references.js';
export { normaliseFields } from './write/normalise.js';
export { defaultsOf } from './write/record-draft.js';
