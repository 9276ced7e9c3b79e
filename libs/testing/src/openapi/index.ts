/** Validates OpenAPI documents and creates requests from them. A separate entry point, because it loads large libraries. */
export { arbitraryRequest, type RequestContext } from './arbitrary-request.js';
export { lintOpenApi } from './lint-openapi.js';
export { partOfDocument } from './part-of-document.js';
