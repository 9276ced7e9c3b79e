import { isApiError } from '@cubit/web-client';

/** Whether the filter of a list is what is wrong: the same filter is refused again. */
export const isFilterFault = (error: unknown): error is Error => isApiError(error) && error.code === 'invalid_filter';
