/** Whether a value is of the type of the model, and has all members of it. What is in a list is for the caller to check. */
export function isLike<Model>(value: unknown, model: Model): value is Model {
  if (typeof value !== typeof model || Array.isArray(value) !== Array.isArray(model)) return false;
  if (typeof model !== 'object' || model === null) return true;
  if (value === null) return false;
  return Object.entries(model).every(([name, member]) =>
    isLike((value as Readonly<Record<string, unknown>>)[name], member),
  );
}
