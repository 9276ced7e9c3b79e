/** What Chromium, Firefox and Safari say, and the loader of style sheets. */
const MESSAGES =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i;

/** Whether a part of the app could not be loaded: after an update, the files of the version before are gone. */
export const isMissingCode = (error: unknown): boolean => error instanceof Error && MESSAGES.test(error.message);
