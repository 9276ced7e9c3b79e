/** Where global set-up leaves the server for global tear-down: both run in the same process. */
export const running = { server: undefined };
