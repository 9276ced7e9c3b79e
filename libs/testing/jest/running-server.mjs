/** Shared by global set-up and global tear-down, which run in the same process. */
export const running = { server: undefined };
