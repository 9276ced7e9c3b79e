/** The language of filters, conditions and templates (CEL): checked, evaluated in memory, and compiled to SQL. */
export { isShortFilter, shortFilter } from './language/short-filter.js';
export { celBounds } from './check/cel-bounds.js';
export { type CelSubtree, checkCel, type CheckedCel } from './check/check-cel.js';
export { celFieldOfSchema, celTypeOfSchema } from './check/type-of-schema.js';
export { celReference } from './docs/cel-reference.js';
export {
  CelTemplateError,
  type CelTemplateFault,
  checkCelTemplate,
  type CheckedCelTemplate,
  evaluateCelTemplate,
} from './evaluate/cel-template.js';
export { type EvaluationTime, evaluateCel } from './evaluate/evaluate-cel.js';
export { explainCel, type ExplainedPart } from './evaluate/explain-cel.js';
export { CelError, type CelErrorCode, type CelFault } from './language/cel-error.js';
export { fieldName } from './language/field-name.js';
export { nearestName, suggestName } from './language/near-name.js';
export { parseExpression } from './language/parse-expression.js';
export { readsName, renameInTemplate, renameNames, type RenamePath } from './language/rename-names.js';
export { type CelColumns, compileCelToSql } from './sql/compile-sql.js';
export type { CelField, CelSchema, CelType } from './values/cel-type.js';
export { codePointLength, isStorableText } from './values/code-points.js';
export { STORED_TIME_PATTERN } from './values/iso-time.js';
export { isPlainObject } from './values/json-value.js';
export { MAX_EXPRESSION_LENGTH } from './values/limits.js';
export type { CelColumn, CelColumnKind } from './values/sql-value.js';
