import type { SecretBox } from '@cubit/access';
import { moduleSettings, type RegisteredModule, secretSettings } from '@cubit/core/host';

/** The settings of a module in a workspace, as the database stores them. */
export interface StoredSettings {
  /** Only those that were set, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Secrets that were set, sealed, by name. */
  readonly secrets: Readonly<Record<string, string>>;
}

export const NOTHING_STORED: StoredSettings = { settings: {}, secrets: {} };

/** Where a secret is stored. */
export interface SecretPlace {
  readonly workspaceId: string;
  readonly module: string;
  readonly name: string;
}

/** Encrypts the secret settings of modules. */
export class ModuleSecrets {
  readonly #box: SecretBox;

  constructor(box: SecretBox) {
    this.#box = box;
  }

  seal(text: string, place: SecretPlace): string {
    return this.#box.seal(text, locationOf(place)).toString('base64');
  }

  /**
   * The settings for the module's own code, with defaults. Secrets are decrypted when they are read, and not enumerable: a copy or a log of
   * the settings does not contain them.
   */
  reveal(
    { name: module, definition }: RegisteredModule,
    { settings, secrets }: StoredSettings,
    workspaceId: string,
  ): Readonly<Record<string, unknown>> {
    const revealed = { ...moduleSettings(definition, settings) };
    for (const name of secretSettings(definition)) {
      const sealed = secrets[name];
      if (sealed === undefined) continue;
      const get = () => this.#box.open(Buffer.from(sealed, 'base64'), locationOf({ workspaceId, module, name }));
      Object.defineProperty(revealed, name, { enumerable: false, get });
    }
    return revealed;
  }
}

function locationOf({ workspaceId, module, name }: SecretPlace): string {
  return `workspace_module/${workspaceId}/${module}/${name}`;
}
