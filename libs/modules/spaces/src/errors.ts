import { type CubitError, defineErrors } from '@cubit/core';

export const errors = defineErrors({
  spaces_location_not_empty: {
    status: 409,
    meaning:
      'The location contains stock or other locations. `move_contents_to` of `spaces:archive` moves the stock to another location first.',
  },
});

export function notEmpty(path: string, code: string, message: string): CubitError {
  return errors.errorOf('spaces_location_not_empty', message, [{ path, code, message }]);
}
