import type { Static, TObject } from 'typebox';

/** Settings of any module. */
export type AnySettings = Readonly<Record<string, unknown>>;

/** The settings that a schema describes, as module code reads them: those of any module where the schema is not known. */
export type SettingsOf<Schema extends TObject> = TObject extends Schema ? AnySettings : Readonly<Static<Schema>>;
