import { Field } from '@cubit/core';

const LENGTH = 20;
const NAME = String.raw`^\S.*$`;

/** `of`: the reference to the part. A member that a write may have and that is never stored: the quantity beside it is converted into the unit of its part. */
export function inputUnit(of: string, description: string) {
  const converted = 'Input only: the quantity is stored in the unit of the part.';
  return Field.text({
    title: 'Unit',
    ui: { units: of },
    maxLength: LENGTH,
    pattern: NAME,
    description: `${description} ${converted}`,
  });
}
