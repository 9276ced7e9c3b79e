import { isEmpty } from '../forms/model/encode.js';

/** Whether a value is worth a place beside the title of its record: it is not empty, not a plain "no" or "none", and not that title again. */
export function saysMore(value: unknown, title: string): boolean {
  return !isEmpty(value) && value !== false && value !== 'none' && !repeatsTitle(value, title);
}

/** A reference to what a record is named after: the part of an order line. */
export function repeatsTitle(value: unknown, title: string): boolean {
  return typeof value === 'object' && value !== null && 'title' in value && value.title === title;
}
