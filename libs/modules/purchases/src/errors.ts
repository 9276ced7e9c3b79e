import { defineErrors } from '@cubit/core';

export const errors = defineErrors({
  purchases_over_receipt: {
    status: 409,
    meaning:
      'The received quantity exceeds the outstanding quantity. Set `allow_over` of `purchases:receive` to accept it.',
  },
});
