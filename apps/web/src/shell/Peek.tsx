export { PeekPane } from '@cubit/web-records/record';
