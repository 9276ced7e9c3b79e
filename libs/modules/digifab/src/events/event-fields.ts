import { Field } from '@cubit/core';
import { Type } from 'typebox';

export const text = (title: string, description: string) => Type.String({ title, description });
export const number = (title: string, description: string) => Type.Number({ title, description });
export const integer = (title: string, description: string) => Type.Integer({ title, description });
export const boolean = (title: string, description: string) => Type.Boolean({ title, description });
export const uuid = (title: string, description: string) => Type.String({ format: 'uuid', title, description });
export const ref = (kind: string, title: string, description: string) => Field.ref(kind, { title, description });

export const machineId = ref('digifab:machine', 'Machine', 'Id of the machine.');
export const note = Type.Optional(text('Note', 'What was written with it. Absent if nothing was.'));
export const reason = Type.Optional(text('Reason', 'Why, as entered or reported. Absent if no reason was given.'));

export const id = (last: number) => `0192f0c1-2d3e-7000-8000-00000000000${last}`;
