/** The page of a record, and the record beside another page. */
export { FilesPanel, type FilesPanelProps } from './FilesPanel.js';
export { HistoryPanel, type HistoryPanelProps } from './HistoryPanel.js';
export { PeekPane } from './PeekPane.js';
export { RecordPage, type RecordPageProps } from './RecordPage.js';
