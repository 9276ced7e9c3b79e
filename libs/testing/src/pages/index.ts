/** Reads the pages of the documentation, for specs that run their examples. */
export { type Block, blocksOf, fileNameOf, pages, placeOf, ROOT } from './page.js';
