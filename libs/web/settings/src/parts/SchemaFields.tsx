import type { Schema } from '@cubit/web-client';
import type { Faults } from '@cubit/web-records/changes';
import {
  checkValues,
  encode,
  FieldControl,
  fieldsOfSchema,
  type FormField,
  FormProvider,
  type Values,
} from '@cubit/web-records/forms';
import { SecretField } from './SecretField.js';

export type { Schema };

export interface SchemaFieldsProps {
  readonly schema: Schema;
  readonly value: Values;
  readonly onChange: (value: Values) => void;
  /** Where the object stands in the form: `/config`. */
  readonly path: string;
  readonly faults: Faults;
}

/** The members of an object as fields, in the order of its schema. */
export function SchemaFields({ schema, value, onChange, path, faults }: SchemaFieldsProps) {
  const own = below(faults, path);
  return (
    <FormProvider>
      {fieldsOf(schema).map((field) => {
        const { name } = field;
        const at = { value: value[name], onChange: (next: unknown) => onChange({ ...value, [name]: next }) };
        return isSecret(field.schema) ? (
          <SecretField key={name} {...at} field={field} error={own[`/${name}`]} />
        ) : (
          <FieldControl key={name} {...at} field={field} path={`/${name}`} faults={own} siblings={value} />
        );
      })}
    </FormProvider>
  );
}

/** The faults of an object, by the paths of its members. */
function below(faults: Faults, path: string): Faults {
  const own = Object.entries(faults).filter(([at]) => at.startsWith(`${path}/`));
  return Object.fromEntries(own.map(([at, words]) => [at.slice(path.length), words]));
}

/** What is sent of the values of `SchemaFields`: empty members are absent, and those that have no field stay. */
export function sentOf(schema: Schema, values: Values): Values {
  const fields = fieldsOf(schema);
  const names = new Set(fields.map(({ name }) => name));
  const others = Object.entries(values).filter(([name]) => !names.has(name));
  return { ...Object.fromEntries(others), ...encode(fields, values).value };
}

/** What is wrong with the values of `SchemaFields`. */
export const faultsOf = (schema: Schema, values: Values, path: string): Faults =>
  checkValues(fieldsOf(schema), values, path);

/** Values that an object has where nothing is given. */
export function schemaDefaults(schema: Schema): Record<string, unknown> {
  const members = Object.entries(schema.properties ?? {}).filter(([, { default: value }]) => value !== undefined);
  return Object.fromEntries(members.map(([name, { default: value }]) => [name, value]));
}

/** Whether a member is written and never read. */
export const isSecret = (schema: Schema | undefined): boolean => schema?.['x-secret'] === true;

const fieldsOf = (schema: Schema): readonly FormField[] =>
  fieldsOfSchema(schema).map((field) => ({
    ...field,
    required: field.required && !isSecret(field.schema),
    ui: { placeholder: exampleOf(field.schema), ...field.ui },
  }));

function exampleOf(schema: Schema): string | undefined {
  const [example] = (schema['examples'] as readonly unknown[] | undefined) ?? [];
  return typeof example === 'string' ? example : undefined;
}
