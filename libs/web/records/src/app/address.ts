import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Search = Readonly<Record<string, string | undefined>>;

/** The parameters of the address, all of them texts. */
export function useSearchParams(): Search {
  return useSearch({ strict: false }) as Search;
}

/**
 * Changes parameters of the address; `undefined` and `''` remove one. With `replace` the change is no step of Back.
 */
export function useSetSearch(): (change: Search, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (change, { replace = false } = {}) => {
      const merge = (before: Search) => present({ ...before, ...change });
      void navigate({ to: '.', search: merge as never, replace, resetScroll: false });
    },
    [navigate],
  );
}

/** Goes to an address of the app. Where a person clicks, render `<a href>` instead: the shell handles its clicks. */
export function useGo(): (href: string, options?: { readonly replace?: boolean }) => void {
  const { history } = useRouter();
  return useCallback(
    (href, { replace = false } = {}) => (replace ? history.replace(href) : history.push(href)),
    [history],
  );
}

function present(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}

/** An address with parameters. */
export function withSearch(path: string, search: Search): string {
  const text = new URLSearchParams(present(search) as Record<string, string>).toString();
  return text === '' ? path : `${path}?${text}`;
}
