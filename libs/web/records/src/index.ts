/** What pages of a workspace are made of: its context, live queries, addresses. */
export { type Search, useGo, useSearchParams, useSetSearch, withSearch } from './app/address.js';
export { Page, type PageProps } from './app/Page.js';
export { atMostEach } from './app/at-most-each.js';
export { AppProvider, type AppServices, useApp, useWatched } from './app/app-context.js';
export { queryKeys } from './app/query-keys.js';
export {
  type RecordsQuery,
  useMe,
  useMyWorkspaces,
  useRecord,
  useRecordActions,
  useRecordTitle,
  useRecords,
} from './app/queries.js';
export { SINGLE_KEYS_SETTING, usePersonalSetting } from './app/settings.js';
export { applyTheme, storedTheme, type Theme, THEMES } from './app/theme.js';
export {
  recordMessage,
  useOptionalWorkspace,
  useRecordMessages,
  useWorkspace,
  type Workspace,
  WorkspaceProvider,
  type WorkspaceProviderProps,
} from './app/workspace-context.js';
