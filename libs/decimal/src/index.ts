/** Exact decimals: numbers of any size, quantities of six places, money, and sums of several currencies. */
export { addAmounts, type Amounts, singleAmount, negateAmounts } from './amounts.js';
export {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalToNumber,
  decimalFromNumber,
  decimalToText,
  divideDecimals,
  floorDecimal,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
  QUOTIENT_PLACES,
  remainderOfDecimals,
  roundDecimal,
  toDecimal,
  ZERO,
} from './decimal.js';
export {
  exactFromDecimal,
  type ExactQuantity,
  exactToDecimal,
  exactToText,
  leastOf,
  mostOf,
  readExact,
  shownIn,
  sumOfExact,
} from './exact-quantity.js';
export { fitsMoney, type Money, toMoney } from './money.js';
export {
  addQuantities,
  DECIMAL_LIMIT,
  DECIMAL_PLACES,
  divideRoundingUp,
  fromMicro,
  MICRO,
  roundQuantity,
  subtractQuantities,
  toMicro,
} from './quantity.js';
export {
  type BillQuantities,
  type LineRequirement,
  requirementOf,
  requiredExact,
  requiredQuantity,
} from './required-quantity.js';
