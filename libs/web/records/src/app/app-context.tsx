import type { Api, LiveEvents, UndoStack } from '@cubit/web-client';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Watchable } from '@cubit/web-client';

/** What every page of the app works with. */
export interface AppServices {
  readonly api: Api;
  readonly undo: UndoStack;
  /** The events below a path of the API. */
  readonly openStream: (path: string) => LiveEvents;
}

const AppContext = createContext<AppServices | null>(null);

export const AppProvider = AppContext.Provider;

export function useApp(): AppServices {
  const services = useContext(AppContext);
  if (!services) throw new Error('AppProvider is missing.');
  return services;
}

/** The current value of something that can be watched. */
export function useWatched<Value>(watched: Watchable<Value>): Value {
  return useSyncExternalStore(watched.watch, () => watched.value);
}
