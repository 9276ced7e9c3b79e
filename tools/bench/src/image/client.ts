type Body = Readonly<Record<string, unknown>>;

const ADA = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' };
const PARTS = '/api/v1/orgs/workshop/modules/inventory/records/part';

/** A person on a program that may move to another address. Requests that are refused throw, unless a status is returned. */
export function openClient(address: string) {
  let origin = address;
  let token = '';
  const ask = async (method: string, path: string, body?: Body) => {
    const answer = await fetch(origin + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text === '' ? {} : (JSON.parse(text) as Body) };
  };
  const post = async (path: string, body: Body) => {
    const answer = await ask('POST', path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${String(answer.status)} ${answer.text}`);
    return answer.body;
  };
  return {
    post,
    moveTo(next: string): void {
      origin = next;
    },
    /** Registers. Returns the status, or throws unless it is the wanted one. */
    async register(setupToken?: string, wanted?: number): Promise<number> {
      const body = { ...ADA, ...(setupToken === undefined ? {} : { setup_token: setupToken }) };
      const answer = await ask('POST', '/api/v1/me/registration', body);
      if (wanted !== undefined && answer.status !== wanted)
        throw new Error(`Registration: ${String(answer.status)} ${answer.text}`);
      if (typeof answer.body['token'] === 'string') token = answer.body['token'];
      return answer.status;
    },
    /** Creates a part. Returns its id and name. */
    async addPart(name: string): Promise<Part> {
      const { id } = await post(PARTS, { fields: { name } });
      return { id: String(id), name };
    },
    /** The parts that cannot be read as they were written. */
    async missing(parts: readonly Part[]): Promise<readonly string[]> {
      const answers = await Promise.all(parts.map(({ id }) => ask('GET', `${PARTS}/${id}`)));
      return parts
        .filter(({ name }, index) => (answers[index]?.body['fields'] as Body | undefined)?.['name'] !== name)
        .map(({ name }) => name);
    },
  };
}

export interface Part {
  readonly id: string;
  readonly name: string;
}
