import { labelOf, type AnyKind, type RegisteredAction, type WorkspaceSchema } from '@cubit/core/host';
import { stemsOf } from './stem.js';

/** How much a word says, by where the declarations have it. */
const WEIGHT = {
  title: 4,
  words: 4,
  name: 3,
  kind: 2,
  example: 1.5,
  description: 1.5,
  event: 1,
  module: 1,
  input: 0.6,
} as const;
/** Above this, more of the same word adds little. */
const SATURATION = 2;
/** A word that begins with the asked one, or the other way round. */
const PREFIX_FACTOR = 0.5;
const SHORTEST_PREFIX = 4;

type Weights = ReadonlyMap<string, number>;
const weightsByAction = new WeakMap<RegisteredAction, Weights>();

/** Actions by how well the words of their declarations fit the query, the best first; those that do not fit are left out. */
export function rankActions(
  schema: Pick<WorkspaceSchema, 'modules'>,
  actions: readonly RegisteredAction[],
  query: string,
): readonly RegisteredAction[] {
  const asked = [...new Set(stemsOf(query))];
  const documents = actions.map((action) => ({ action, weights: weightsOf(schema, action) }));
  const scores = documents.map(() => 0);
  for (const stem of asked) {
    const matches = documents.map(({ weights }) => matchOf(weights, stem));
    const found = matches.filter((match) => match > 0).length;
    if (found === 0) continue;
    const rarity = Math.log(1 + (documents.length - found + 0.5) / (found + 0.5));
    for (const [index, match] of matches.entries())
      scores[index] = (scores[index] ?? 0) + rarity * (match / (match + SATURATION));
  }
  return documents
    .map(({ action }, index) => ({ action, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || (one.action.id < other.action.id ? -1 : 1))
    .map(({ action }) => action);
}

function matchOf(weights: Weights, stem: string): number {
  const exact = weights.get(stem);
  if (exact !== undefined) return exact;
  if (stem.length < SHORTEST_PREFIX) return 0;
  let best = 0;
  for (const [word, weight] of weights)
    if (word.length >= SHORTEST_PREFIX && (word.startsWith(stem) || stem.startsWith(word)))
      best = Math.max(best, weight * PREFIX_FACTOR);
  return best;
}

/** The words of an action's declaration. */
function weightsOf({ modules }: Pick<WorkspaceSchema, 'modules'>, action: RegisteredAction): Weights {
  const known = weightsByAction.get(action);
  if (known) return known;
  const { definition, local, module } = action;
  const kinds: readonly AnyKind[] | 'any' | 'workspace' = definition.appliesTo;
  const texts: readonly (readonly [number, readonly string[]])[] = [
    [WEIGHT.title, [definition.title]],
    [WEIGHT.words, [...(definition.agent?.words ?? [])]],
    [WEIGHT.name, [labelOf(local)]],
    [WEIGHT.kind, typeof kinds === 'string' ? [] : kinds.map(({ title }) => title[0])],
    [WEIGHT.example, [definition.example.title]],
    [WEIGHT.description, [definition.description ?? '', definition.agent?.description ?? '']],
    [
      WEIGHT.event,
      definition.emits.map((event: { readonly name: string }) => event.name.split('.').slice(1).join(' ')),
    ],
    [WEIGHT.module, [labelOf(module), modules.get(module)?.definition.title ?? '']],
    [WEIGHT.input, inputTexts(definition.input)],
  ];
  const weights = new Map<string, number>();
  for (const [weight, list] of texts)
    // A long text does not count for more because it repeats a word.
    for (const stem of new Set(list.flatMap(stemsOf))) weights.set(stem, (weights.get(stem) ?? 0) + weight);
  weightsByAction.set(action, weights);
  return weights;
}

function inputTexts(input: RegisteredAction['definition']['input']): readonly string[] {
  return Object.entries(input.properties).flatMap(([name, schema]) => {
    const { title = '', description = '' } = schema as { readonly title?: string; readonly description?: string };
    return [labelOf(name), title, description];
  });
}
