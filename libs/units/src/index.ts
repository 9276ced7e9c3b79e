/** Units of measurement and quantities with them: conversions in exact decimals, and the spellings that people and files use. */
export {
  convertQuantity,
  exactQuantity,
  isClose,
  isConvertible,
  type Measure,
  type OwnUnit,
  plainSize,
  shownQuantity,
  valueInUnit,
} from './convert.js';
export {
  notAQuantity,
  type ParsedQuantity,
  parseQuantity,
  type QuantityRange,
  parseQuantityRange,
} from './parse-quantity.js';
export { parameterKey } from './parameter-key.js';
export { readUnit, type Unit } from './unit.js';
