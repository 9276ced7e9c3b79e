import { QUOTIENT_PLACES } from '@cubit/decimal';

/** Code points of one expression. */
export const MAX_EXPRESSION_LENGTH = 1_000;
/** Levels of nesting; a chain of one operator (`a && b && c`) is one level. */
export const MAX_DEPTH = 32;
export const MAX_LIST_LITERAL_ITEMS = 1_000;
/** Bounds the digits of a product and the length of a joined text, and with them the work per record. */
export const MAX_ARITHMETIC_OPERATORS = 32;
export const MAX_MACROS = 4;
/** Items of a list that a macro, `in` or `join` walks in memory. */
export const MAX_LIST_ITEMS = 10_000;
/** UTF-16 units of a text made by an expression in memory. */
export const MAX_TEXT_LENGTH = 1_000_000;
/** Length of text times length of what is looked for: a crafted pair makes the search quadratic. */
export const MAX_SEARCH_STEPS = 100_000_000;

/** Arithmetic takes its operands to this many places; a quotient is rounded to as many. */
export const DECIMAL_PLACES = QUOTIENT_PLACES;
/** A number with more digits before the point than this is absent in arithmetic, so that no product can overflow. */
export const INTEGER_DIGITS = 24;

export const MAX_TEMPLATE_EXPRESSIONS = 100;
export const MAX_TEMPLATE_DEPTH = 64;
