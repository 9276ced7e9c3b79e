export { SearchPage } from '@cubit/web-search';
