/** The URL of the test database server, as superuser. Jest's global set-up starts one if none is given. */
export function testServerUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set: start tests with a Jest configuration made from jest.preset.mjs.');
  return url;
}

/** The same server with another database. */
export function databaseUrl(database: string): string {
  const url = new URL(testServerUrl());
  url.pathname = `/${database}`;
  return url.href;
}
