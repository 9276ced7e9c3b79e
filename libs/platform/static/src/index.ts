/** Serves the files of the web app. */
export { type FileHandler, isApiPath, webFiles } from './web-files.js';
