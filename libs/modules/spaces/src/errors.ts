import { defineErrors } from '@cubit/core';

export const errors = defineErrors({
  spaces_location_not_empty: {
    status: 409,
    meaning:
      'Stock or other locations lie in the location; `move_contents_to` of `spaces:archive` takes the stock elsewhere first.',
  },
});

export function notEmpty(path: string, code: string, message: string): Error {
  return errors.fail('spaces_location_not_empty', message, [{ path, code, message }]);
}
