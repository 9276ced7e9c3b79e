import { Type } from 'typebox';

/** Optional members of host payloads: `readPayload` leaves out values of another type than documented. */
export const number = Type.Optional(Type.Union([Type.Number(), Type.Null()]));
export const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
export const flag = Type.Optional(Type.Boolean());
