/** Requests from an OpenAPI document and checks of their answers, without the linters of documents. */
export { arbitraryRequest, type RequestContext } from './arbitrary-request.js';
export { createExamples } from '../examples/create-examples.js';
export { findOperation, type OpenApiDocument } from './openapi-document.js';
export { validateAnswer } from './validate-answer.js';
