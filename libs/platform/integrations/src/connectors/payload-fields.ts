import { Type } from 'typebox';

/** Optional payload members: `readPayload` omits a value that does not match its schema. */
export const optionalText = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }));
export const optionalCount = Type.Optional(Type.Integer());
export const optionalFlag = Type.Optional(Type.Boolean());
