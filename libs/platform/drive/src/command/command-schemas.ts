import { Type, type Static } from 'typebox';

const strict = { additionalProperties: false };

const target = Type.String({
  minLength: 1,
  maxLength: 300,
  pattern: '^[a-z]+(:[A-Za-z0-9_:./-]+)?$',
  description: 'The value of `data-drive` of an element: `field:min_stock`, `action:inventory:use`, `nav:wires`.',
  examples: ['field:min_stock'],
});

export const tabCommand = Type.Union([
  Type.Object(
    {
      type: Type.Literal('open'),
      path: Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: 'An address of the app in this workspace, from `/w/<workspace>` on.',
      }),
    },
    strict,
  ),
  Type.Object({ type: Type.Literal('point'), target }, strict),
  Type.Object({ type: Type.Literal('open_form'), target }, strict),
  Type.Object({ type: Type.Literal('scroll'), target }, strict),
  Type.Object(
    {
      type: Type.Literal('say'),
      text: Type.String({ minLength: 1, maxLength: 280, description: 'Shown as plain text.' }),
    },
    strict,
  ),
  Type.Object({ type: Type.Literal('clear') }, strict),
]);
export type TabCommand = Static<typeof tabCommand>;

export const commandAnswer = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the command.' }),
    state: Type.Union(
      ['sent', 'done', 'refused', 'gone'].map((state) => Type.Literal(state)),
      { description: '`sent`: the tab has not answered yet. `gone`: the tab was stopped or closed.' },
    ),
    reason: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why the tab refused it.' }),
  },
  strict,
);

export const ackBody = Type.Object(
  {
    command: Type.String({ format: 'uuid', description: 'Id of the command.' }),
    state: Type.Union([Type.Literal('done'), Type.Literal('refused')]),
    reason: Type.Optional(Type.String({ maxLength: 300 })),
  },
  strict,
);
