/** The entry `@cubit/testing`: the whole service for the specs of a module, whatever runs them. */
export type {
  Clients,
  LogEntry,
  RegistrationOptions,
  RequestOptions,
  TestClient,
  TestReply,
  TestRequest,
  TestUser,
  TestWorkspace,
  TokenOptions,
  WorkspaceOptions,
} from '@cubit/testing/client';
export {
  createTestServer,
  type ModuleTestServer,
  type ModuleTestServerOptions,
  type TestedModule,
} from './create-test-server.js';
export { moduleSweep, type SweepOptions } from './module-sweep.js';
export type { SweepFields, SweepRunner, SweepSetup, SweptRecord, SweptTarget } from '@cubit/testing/sweep';
