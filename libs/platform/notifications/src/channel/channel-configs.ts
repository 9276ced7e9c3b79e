import type { SecretBox } from '@cubit/access';
import type { ChannelKey } from '../delivery/channel-key.js';

/** Configuration of a channel, as its type defines it. */
export type ChannelConfig = Readonly<Record<string, unknown>>;

/** Encrypts configurations for the table, because URLs and headers are secrets. */
export class ChannelConfigs {
  readonly #box: SecretBox;

  constructor(box: SecretBox) {
    this.#box = box;
  }

  seal(config: ChannelConfig, key: ChannelKey): Buffer {
    return this.#box.seal(JSON.stringify(config), placeOf(key));
  }

  open(sealed: Buffer, key: ChannelKey): ChannelConfig {
    return JSON.parse(this.#box.open(sealed, placeOf(key))) as ChannelConfig;
  }
}

function placeOf({ workspaceId, id }: ChannelKey): string {
  return `notification_channel/${workspaceId}/${id}`;
}
