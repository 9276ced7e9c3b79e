/** Name of the queue that tells of channels which have something to deliver. */
export const CHANNEL_QUEUE = 'notification-channels';

export interface ChannelKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** A channel as the queue names it. */
export function wakeId({ workspaceId, id }: ChannelKey): string {
  return `${workspaceId}/${id}`;
}

export function channelKey(wake: string): ChannelKey {
  const [workspaceId = '', id = ''] = wake.split('/');
  return { workspaceId, id };
}
