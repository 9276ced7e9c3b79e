export { readPreferredWaitMs } from './request/prefer.js';
export type { IsModuleEnabled } from './authorise.js';
export { createCubit, type Cubit, type CubitOptions, type CubitRouter } from './create-cubit.js';
export {
  type Certificate,
  createHttpServer,
  serveCubit,
  type HttpServer,
  type HttpServerOptions,
  type ListenOptions,
} from './http-server.js';
export { createLog, type LogLevel, type LogOptions } from './log/create-log.js';
export { AttemptCounter, type AttemptCounterOptions } from './rate-limit/attempt-counter.js';
export type { RateDecision, RateLimiter, RatePolicy } from './rate-limit/rate-limiter.js';
export { PostgresTokenStore } from './rate-limit/postgres-token-store.js';
export { RedisTokenStore, type RedisScripts } from './rate-limit/redis-token-store.js';
export { SharedRateLimiter, type SharedRateLimiterOptions } from './rate-limit/shared-rate-limiter.js';
export type { Lease, TokenStore } from './rate-limit/token-store.js';
export type { RateLimits } from './rate-limit/rate-limits.js';
export type { HttpSettings } from './settings.js';
