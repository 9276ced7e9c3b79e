import { computed, Field, fixed, foreignKind, type KindDefinition } from '@cubit/core';
import { Type } from 'typebox';

export const parameterFields = Type.Object({
  part: fixed(Field.ref('inventory:part', { title: 'Part', description: 'The part that the parameter describes.' })),
  name: Field.text({
    title: 'Name',
    minLength: 1,
    maxLength: 100,
    description: 'Unique per part, for example `Resistance`.',
  }),
  value: Field.text({ title: 'Value', minLength: 1, description: 'For example `10` or `Stainless steel`.' }),
  unit: Type.Optional(
    Field.text({ title: 'Unit', minLength: 1, maxLength: 20, description: 'For example `ohms` or `mm`.' }),
  ),
  number: Type.Optional(
    computed(Field.decimal({ title: 'Number', ui: { hidden: true }, description: 'The value, if it is a number.' })),
  ),
});

export type ParameterKind = KindDefinition<'inventory:parameter', typeof parameterFields>;

/** The kind without its rules, so that the rules can refer to it. */
export const parameterRecord: ParameterKind = foreignKind('inventory:parameter', parameterFields);
