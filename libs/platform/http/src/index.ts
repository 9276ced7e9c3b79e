export type { AwaitEffects } from './run-handler.js';
export { createHttpServer, type HttpServer, type HttpServerOptions, type ListenOptions } from './http-server.js';
export { createLog, type LogLevel, type LogOptions } from './log/create-log.js';
export type { RateDecision, RateLimiter, RatePolicy } from './rate-limit/rate-limiter.js';
export type { RateLimits } from './rate-limit/rate-limits.js';
export type { HttpSettings } from './settings.js';
