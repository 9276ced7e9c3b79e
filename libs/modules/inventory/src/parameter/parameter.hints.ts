export const parameterHints = {
  icon: 'sliders-horizontal',
  color: 'gray',
  summary: ['part', 'value', 'unit'],
  empty: 'A parameter is a property of a part, such as a resistance of 10 ohms.',
} as const;
