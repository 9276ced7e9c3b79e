export { createClock, type Clock } from './clock.js';
export { describeWithData, outsideData } from './describe-with-data.js';
export { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from './create-test-database.js';
export { createTestKernel, type TestKernel, type TestKernelOptions } from './create-test-kernel.js';
export { createShippedServer, type DeclaredProduct, type SweptServer } from './create-shipped-server.js';
export { createTestServer, type TestServer, type TestServerOptions } from './create-test-server.js';
export { createTestWorkspace } from './create-test-workspace.js';
export { databaseDump } from './database-dump.js';
export { endedJob } from './ended-job.js';
export { createExamples, isFreeText, type ExampleOptions, type ExampleRecord } from './examples/create-examples.js';
export { driveOperations, type DriveResult, type DriveOptions } from './openapi/drive-operations.js';
export { findOperation, type OpenApiDocument, type OpenApiOperation } from './openapi/openapi-document.js';
export { sampleValue } from './openapi/sample-value.js';
export { validateAnswer, type Answer } from './openapi/validate-answer.js';
export { FAKE_INTERVALS } from './fake-intervals.js';
export { startFakeS3 } from './loopback/fake-s3.js';
export { freePort } from './loopback/free-port.js';
export { selfSignedCertificate, type SelfSignedCertificate } from './loopback/self-signed-certificate.js';
export { startReceiver, type ReceivedPost, type Receiver } from './loopback/receiver.js';
export { memoryFiles, type MemoryFiles } from './memory-files.js';
export { moduleSweep } from './module-sweep.js';
export type { SweepFields, SweepSetup } from './sweep/index.js';
export { recordAllTurns, recordRoundTrips, recordStatements } from './record-statements.js';
export { type TokenOptions } from './mint-token.js';
export { pairDisplay, type PairedDisplay, testScreen, type TestScreen } from './pair-display.js';
export { isRedisInstalled, RedisServer } from './redis-server.js';
export { itInLongRun, rounds, someOf, somePairs } from './rounds.js';
export { buildPlatform, ScriptProcess } from './script-process.js';
export { SEED } from './seed.js';
export { transitionsOf } from './transitions-of.js';
export { until } from './until.js';
export { upgradeAgain } from './upgrade-again.js';
export { startProgram, startShippedServer, type Program, type ShippedServer } from './shipped/index.js';
export { dumpSchema } from './schema-dump.js';
export { createLog, type LogEntry, type RecordedLog } from './recorded-log.js';
export { TestClient, type RequestOptions, type TestReply, type TestRequest } from './test-client.js';
export { type RegistrationOptions, type TestUser } from './test-user.js';
export { type Clients, type TestWorkspace, type WorkspaceOptions } from './test-workspace.js';
export { shelf, shop } from './shop.module.js';
export {
  type ActionResult,
  type ErrorBody,
  type Fields,
  type LoggedEvent,
  type RecordBody,
  type RecordKey,
  type Refused,
  WorkspaceClient,
} from './workspace-client.js';
