/** The test server alone, for programs outside of Jest. */
export { createTestServer, type TestServer, type TestServerOptions } from './create-test-server.js';
export { recordStatements } from './record-statements.js';
export { recordWrites } from './record-writes.js';
