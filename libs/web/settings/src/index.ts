export { ApprovalPage } from './agents/ApprovalPage.js';
export { ApprovalsPage } from './agents/ApprovalsPage.js';
export { MePage } from './personal/MePage.js';
export { ActivityPage } from './records/ActivityPage.js';
export { NotificationsPage } from './records/NotificationsPage.js';
export { SettingsPage } from './workspace/SettingsPage.js';
