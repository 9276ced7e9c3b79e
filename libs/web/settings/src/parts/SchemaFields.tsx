import { labelOf } from '@cubit/web-contract';
import type { Schema } from '@cubit/web-client';
import { Checkbox, CodeTextArea, NumberField, Select, TagField, TextField } from '@cubit/web-kit/forms';
import type { ReactNode } from 'react';

export type { Schema };

type Values = Readonly<Record<string, unknown>>;

export interface SchemaFieldsProps {
  readonly schema: Schema;
  readonly value: Values;
  readonly onChange: (value: Values) => void;
  /** The fault of a member, by its name. */
  readonly fault: (name: string) => string | undefined;
  readonly disabled?: boolean;
}

/** The members of an object as fields, in the order of its schema. */
export function SchemaFields({ schema, value, onChange, fault, disabled }: SchemaFieldsProps) {
  const set = (name: string, next: unknown) => {
    const { [name]: _before, ...rest } = value;
    onChange(next === undefined ? rest : { ...rest, [name]: next });
  };
  return Object.entries(schema.properties ?? {}).map(([name, member]) => (
    <SchemaField
      key={name}
      name={name}
      schema={member}
      value={value[name]}
      required={schema.required?.includes(name) ?? false}
      error={fault(name)}
      disabled={disabled}
      onChange={(next) => set(name, next)}
    />
  ));
}

interface SchemaFieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly required: boolean;
  readonly error: string | undefined;
  readonly disabled: boolean | undefined;
  readonly onChange: (value: unknown) => void;
}

function SchemaField({ name, schema, value, onChange, ...rest }: SchemaFieldProps): ReactNode {
  const common = { ...rest, name, label: titleOf(name, schema), description: plainText(schema.description) };
  const example = exampleOf(schema);
  const text = (given: string) => onChange(given === '' && !rest.required ? undefined : given);
  if (schema.type === 'boolean') return <Checkbox {...common} value={value === true} onChange={onChange} />;
  if (choicesOf(schema)) {
    const choices = choicesOf(schema) ?? [];
    return (
      <Select
        {...common}
        value={value === undefined ? undefined : String(value)}
        onChange={onChange}
        choices={choices}
      />
    );
  }
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <NumberField
        {...common}
        integer={schema.type === 'integer'}
        value={value === undefined ? '' : String(value)}
        onChange={(given) => onChange(given === '' ? undefined : Number(given))}
      />
    );
  if (schema.type === 'string')
    return (
      <TextField {...common} placeholder={example} value={typeof value === 'string' ? value : ''} onChange={text} />
    );
  if (schema.type === 'array' && schema.items?.type === 'string')
    return <TagField {...common} value={Array.isArray(value) ? (value as string[]) : []} onChange={onChange} />;
  return <JsonField {...common} placeholder={example} value={value} onChange={onChange} />;
}

interface JsonFieldProps {
  readonly label: string;
  readonly placeholder: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A text that is not JSON yet is kept as text, so that typing goes on; the server refuses it. */
function JsonField({ value, onChange, ...common }: JsonFieldProps) {
  const change = (text: string) => {
    if (text.trim() === '') return onChange(undefined);
    try {
      onChange(JSON.parse(text));
    } catch {
      onChange(text);
    }
  };
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return <CodeTextArea {...common} rows={4} value={text} onChange={change} />;
}

/** Values that an object has where nothing is given. */
export function schemaDefaults(schema: Schema): Record<string, unknown> {
  const members = Object.entries(schema.properties ?? {}).filter(([, { default: value }]) => value !== undefined);
  return Object.fromEntries(members.map(([name, { default: value }]) => [name, value]));
}

function choicesOf(schema: Schema) {
  const values = schema.enum ?? schema.anyOf?.flatMap(({ const: value }) => (typeof value === 'string' ? [value] : []));
  if (!values || values.length === 0 || (schema.anyOf && values.length !== schema.anyOf.length)) return undefined;
  return values.map((value) => ({ id: String(value), title: labelOf(String(value)) }));
}

function titleOf(name: string, schema: Schema): string {
  return schema.title ?? labelOf(name);
}

/** Descriptions of the API have code in backticks. */
function plainText(description: string | undefined): string | undefined {
  return description?.replaceAll('`', '');
}

function exampleOf(schema: Schema): string | undefined {
  const [example] = (schema['examples'] as readonly unknown[] | undefined) ?? [];
  return typeof example === 'string' ? example : undefined;
}
