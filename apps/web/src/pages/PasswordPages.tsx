export { ForgotPage } from './ForgotPage.js';
export { ResetPage } from './ResetPage.js';
