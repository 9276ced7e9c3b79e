import type { Schema } from '@cubit/web-client';

export interface ChannelType {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly config_schema: Schema;
}

export interface Channel {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly config: Readonly<Record<string, unknown>>;
  readonly events: readonly string[] | null;
  readonly min_priority: 'low' | 'normal' | 'high' | 'urgent';
  readonly failing: { readonly since: string; readonly failures: number } | null;
}
