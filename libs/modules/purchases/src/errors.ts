import { defineErrors } from '@cubit/core';

export const errors = defineErrors({
  purchases_over_receipt: {
    status: 409,
    meaning: 'More came than is outstanding; `allow_over` of `purchases:receive` takes it all the same.',
  },
});
