/** Serves the files of the web app. */
export { isApiPath, webFiles } from './web-files.js';
