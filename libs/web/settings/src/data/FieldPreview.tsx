import { type CustomFieldType, factsOf, typeHolds, typeOfName } from '@cubit/web-contract';
import type { Schema } from '@cubit/web-client';
import { DescriptionsAtLabels } from '@cubit/web-kit/forms';
import { FieldControl, type FormField } from '@cubit/web-records/forms';
import { useState } from 'react';
import type { FieldValues } from './field-types.js';

/** The control as forms of records will show it; it can be tried. */
export function FieldPreview({ values }: { readonly values: FieldValues }) {
  const [value, setValue] = useState<unknown>();
  return (
    <DescriptionsAtLabels>
      <FieldControl
        density="preview"
        field={fieldOf(values)}
        value={value}
        onChange={setValue}
        path="/preview"
        faults={{}}
        siblings={{}}
      />
    </DescriptionsAtLabels>
  );
}

function fieldOf(values: FieldValues): FormField {
  const type = typeOfName(values.type);
  return {
    ...{ name: 'preview', type, schema: schemaOf(type, values) },
    title: values.title || 'Your field',
    description: values.help || null,
    ui: values.unit === '' || !typeHolds(type, 'number') ? {} : { unit: values.unit },
    ...{ required: values.required, readOnly: false, nullable: false },
  };
}

/** What controls read of the schema that the definition will have. */
function schemaOf(type: CustomFieldType, { options, target_kind: target }: FieldValues): Schema {
  if (typeHolds(type, 'record')) return { 'x-type': type, 'x-kind': target };
  if (!typeHolds(type, 'option')) return { 'x-type': type };
  return factsOf(type)?.many === true
    ? { 'x-type': type, items: { enum: options } }
    : { 'x-type': type, enum: options };
}
