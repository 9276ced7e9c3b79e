import type { ListState } from '../model/use-list-state.js';

export function ListActions({ state }: { readonly state: ListState }) {
  return <span>{state.kind.title}</span>;
}
