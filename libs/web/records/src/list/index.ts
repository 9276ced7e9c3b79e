export { ListPage } from './ListPage.js';
export { TrashPage } from './TrashPage.js';
