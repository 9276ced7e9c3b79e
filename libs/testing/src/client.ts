/** Clients of a test server, without the server: what the published package of this library shows. */
export type { TokenOptions } from './mint-token.js';
export type { LogEntry } from './recorded-log.js';
export { TestClient, type RequestOptions, type TestReply, type TestRequest } from './test-client.js';
export type { RegistrationOptions, TestUser } from './test-user.js';
export type { Clients, TestWorkspace, WorkspaceOptions } from './test-workspace.js';
