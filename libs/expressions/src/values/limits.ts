import { QUOTIENT_PLACES } from '@cubit/decimal';

/** Maximum length of an expression in code points. */
export const MAX_EXPRESSION_LENGTH = 1_000;
/** Maximum nesting. A chain of one operator (`a && b && c`) is one level. */
export const MAX_DEPTH = 32;
export const MAX_LIST_LITERAL_ITEMS = 1_000;
/** Limits the digits of a product and the length of a joined text, and so the work per record. */
export const MAX_ARITHMETIC_OPERATORS = 32;
export const MAX_MACROS = 4;
/** Maximum number of items of a list that a macro, `in` or `join` iterates in memory. */
export const MAX_LIST_ITEMS = 10_000;
/** Maximum length of a text that an expression creates in memory, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 1_000_000;
/** Length of the text times length of the search text: a crafted pair makes the search quadratic. */
export const MAX_SEARCH_STEPS = 100_000_000;

/** Arithmetic rounds its operands to this many places, and quotients too. */
export const DECIMAL_PLACES = QUOTIENT_PLACES;
/** A number with more digits before the point is absent in arithmetic, so that no product can overflow. */
export const INTEGER_DIGITS = 24;

export const MAX_TEMPLATE_EXPRESSIONS = 100;
export const MAX_TEMPLATE_DEPTH = 64;
