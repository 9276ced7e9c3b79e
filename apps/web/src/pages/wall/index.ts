export { PairPage } from './PairPage.js';
export { WallPage } from './WallPage.js';
