/** What judges OpenAPI documents and makes requests from them: apart from the rest, because it loads large libraries. */
export { arbitraryRequest, type RequestContext } from './arbitrary-request.js';
export { objections } from './objections.js';
