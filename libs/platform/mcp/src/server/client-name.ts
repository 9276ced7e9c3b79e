const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** The name of the program that sent a message, as it states it: in each message since 2026, before only in the first. */
export function clientNameOf(message: unknown): string | null {
  const params = member(message, 'params');
  const info = member(member(params, '_meta'), CLIENT_INFO) ?? member(params, 'clientInfo');
  const name = member(info, 'name');
  return typeof name === 'string' && name !== '' ? name : null;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
