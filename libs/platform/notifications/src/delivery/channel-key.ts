/** Name of the queue for channels with pending deliveries. */
export const CHANNEL_QUEUE = 'notification-channels';

export interface ChannelKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** Id of a channel on the queue. */
export function wakeId({ workspaceId, id }: ChannelKey): string {
  return `${workspaceId}/${id}`;
}

export function channelKey(wake: string): ChannelKey {
  const [workspaceId = '', id = ''] = wake.split('/');
  return { workspaceId, id };
}
