export { GENERATED_DOCS } from './generated-docs.js';
