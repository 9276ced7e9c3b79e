export { ActivityPage } from './ActivityPage.js';
export { MePage } from './MePage.js';
export { NotificationsPage } from './NotificationsPage.js';
export { SettingsPage } from './SettingsPage.js';
export { WirePage } from './WirePage.js';
export { WiresPage } from './WiresPage.js';
