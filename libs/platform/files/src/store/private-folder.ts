/** Permissions: only the program's user may read the files of workspaces. */
export const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const;
