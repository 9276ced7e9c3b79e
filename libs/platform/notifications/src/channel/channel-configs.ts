import type { SecretBox } from '@cubit/core';
import type { ChannelKey } from '../delivery/channel-key.js';

/** What a channel is configured with, as its definition knows it. */
export type ChannelConfig = Readonly<Record<string, unknown>>;

/** Configurations as they lie in the table: sealed, since URLs and headers are secrets. */
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
