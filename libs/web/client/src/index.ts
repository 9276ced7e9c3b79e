/** What the web app needs of the API, without React: requests, session, event stream, rows of long lists, undo. */
export { apiPaths, drawnAt, pagePaths, type QualifiedName, splitId } from './addresses.js';
export {
  Api,
  type Answer,
  type ApiOptions,
  isApiError,
  type Method,
  type Query,
  type RequestOptions,
  type SessionState,
} from './api.js';
export { ApiError, type Fault } from './api-error.js';
export { ChangedSince } from './changed-since.js';
export { dropAllDrafts, dropDraft, hasDraft, keepDraft, readDraft } from './drafts.js';
export { errorText, type ErrorParts, faultText, saysFaults } from './fault-words.js';
export { EventStream } from './event-stream.js';
export {
  type LiveEvents,
  type RecordMessage,
  resyncedBy,
  type StreamMessage,
  type StreamState,
} from './live-events.js';
export { isNewBuild } from './new-build.js';
export { randomKey } from './random-key.js';
export type {
  ActionAnswer,
  ActionUndo,
  CubitRecord,
  FieldValue,
  Me,
  Money,
  OwnWorkspace,
  Page,
  RecordAction,
  RecordRef,
} from './record-types.js';
export { PAGE_ROWS, type Positions, type RowList, type RowSource, RowStore, type RowStoreState } from './row-store.js';
export { ALIVE_MS, SharedStreams } from './shared-stream.js';
export { SILENT_MS, StreamHub } from './stream-hub.js';
export { Watched, type Watchable } from './signal.js';
export type {
  Lifecycle,
  Role,
  Schema,
  Transition,
  UiAction,
  UiDocument,
  UiField,
  UiKind,
  UiModule,
} from './ui-types.js';
export { UndoStack, type UndoStep } from './undo-stack.js';
