import type { StreamMessage } from '@cubit/web-client';

/** Whether a message of the stream is an event of the log. */
export const isEvent = ({ type }: StreamMessage): boolean => type !== 'record' && type !== 'notification';
