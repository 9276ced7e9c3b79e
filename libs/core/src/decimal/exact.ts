export * from '../cel/decimal.js';
export * from './money.js';
