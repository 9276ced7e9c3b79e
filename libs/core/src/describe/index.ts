export { describeRoutes } from './describe-routes.js';
