export type DisplayContent = { readonly type: 'machines' } | { readonly type: 'view'; readonly view: string };

export interface Display {
  readonly id: string;
  readonly title: string;
  readonly shows: DisplayContent;
  readonly created_at: string;
  readonly expires_at: string;
  readonly last_seen_at: string | null;
}

export interface SharedView {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly shared: boolean;
}
