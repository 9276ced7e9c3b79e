/** Values of the header fields `RateLimit` and `RateLimit-Policy`. */
export interface RateHeaders {
  readonly limit: string;
  readonly policy: string;
}
