/** The program as a client uses it. */
export interface Api {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: unknown): Promise<Body>;
  patch<Body>(path: string, body: unknown): Promise<Body>;
  /** A body that is not JSON. */
  send<Body>(
    method: string,
    path: string,
    body: { readonly text: string; readonly contentType: string },
  ): Promise<Body>;
  /** The unparsed text of an answer. */
  text(path: string): Promise<string>;
  as(token: string): Api;
}

export function createApi(origin: string, token?: string): Api {
  const authorization: Readonly<Record<string, string>> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const request = (method: string, path: string, body?: unknown) =>
    sendText(method, path, body === undefined ? null : { text: JSON.stringify(body), contentType: 'application/json' });
  const sendText = async (
    method: string,
    path: string,
    body: { readonly text: string; readonly contentType: string } | null,
  ) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...authorization, ...(body === null ? {} : { 'content-type': body.contentType }) },
      ...(body === null ? {} : { body: body.text }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}: ${text}`);
    return text;
  };
  return {
    get: async <Body>(path: string) => JSON.parse(await request('GET', path)) as Body,
    post: async <Body>(path: string, body: unknown) => JSON.parse(await request('POST', path, body)) as Body,
    patch: async <Body>(path: string, body: unknown) => JSON.parse(await request('PATCH', path, body)) as Body,
    send: async <Body>(method: string, path: string, body: { readonly text: string; readonly contentType: string }) =>
      JSON.parse(await sendText(method, path, body)) as Body,
    text: (path) => request('GET', path),
    as: (other) => createApi(origin, other),
  };
}
