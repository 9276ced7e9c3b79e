export { ListPage } from './ListPage.js';
