import type { UiField } from '@cubit/web-client';
import type { FieldTypeName } from '@cubit/web-contract';

/** The types of fields, and that of the tags of a record, which lists show like a field. */
export type ShownType = FieldTypeName | 'tags';
export type ShownField = UiField<ShownType>;
