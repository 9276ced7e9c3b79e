export { celBounds } from './cel-bounds.js';
export { CelError, type CelErrorCode, type CelFault } from './cel-error.js';
export { celReference } from './cel-reference.js';
export {
  CelTemplateError,
  type CelTemplateFault,
  type CheckedCelTemplate,
  checkCelTemplate,
  evaluateCelTemplate,
} from './cel-template.js';
export type { CelField, CelSchema, CelType } from './cel-type.js';
export { checkCel, type CheckedCel } from './check-cel.js';
export { compileCelToSql, type CelColumns } from './compile-sql.js';
export { evaluateCel, type CelMoment } from './evaluate-cel.js';
export type { CelColumn, CelColumnKind } from './sql-value.js';
export { celFieldOfSchema, celTypeOfSchema } from './type-of-schema.js';
