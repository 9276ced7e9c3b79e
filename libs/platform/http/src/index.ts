export { readPreferredWaitMs } from './request/prefer.js';
export { paramsReader } from './request/params-reader.js';
export { queryReader } from './request/query-reader.js';
export { requireAccepted } from './request/accept.js';
export type { FallbackHandler } from './serve-fallback.js';
export { createCubit, type Cubit, type CubitOptions, type CubitRouter } from './create-cubit.js';
export {
  type Certificate,
  createEarlyServer,
  createHttpServer,
  type EarlyServer,
  serveCubit,
  type HttpServer,
  type HttpServerOptions,
  type ListenOptions,
} from './http-server.js';
export { answerWhileStarting } from './starting.js';
export { createLog, type LogLevel, type LogOptions } from './log/create-log.js';
export { AttemptCounter, type AttemptCounterOptions } from './rate-limit/attempt-counter.js';
export { countUse } from './rate-limit/count-use.js';
export { MemoryRateLimiter } from './rate-limit/memory-rate-limiter.js';
export type { RateDecision, RateLimiter, RatePolicy } from './rate-limit/rate-limiter.js';
export { PostgresTokenStore, RATE_MIGRATIONS } from './rate-limit/postgres-token-store.js';
export { RedisTokenStore, type RedisScripts } from './rate-limit/redis-token-store.js';
export { SharedRateLimiter, type SharedRateLimiterOptions } from './rate-limit/shared-rate-limiter.js';
export type { Lease, TokenStore } from './rate-limit/token-store.js';
export type { RateLimits } from './rate-limit/rate-limits.js';
export type { HttpSettings } from './settings.js';
