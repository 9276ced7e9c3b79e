import { Type } from 'typebox';

export const settings = Type.Object({
  allowed: Type.Boolean({
    title: 'Allow agents to drive tabs',
    default: false,
    description: 'While it is off, no tab of this workspace can be driven.',
  }),
});
