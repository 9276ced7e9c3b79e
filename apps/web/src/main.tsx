import '@cubit/web-kit/styles.css';
import { Api, isApiError, UndoStack } from '@cubit/web-client';
import { ToastProvider } from '@cubit/web-kit';
import { AppProvider, applyTheme } from '@cubit/web-records';
import { PersonalKeys } from './shell/PersonalKeys.js';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { handleLinks } from './handle-links.js';
import { streamOpener } from './live/stream-opener.js';
import { createAppRouter } from './routes.js';

const api = new Api();
const services = { api, undo: new UndoStack(), openStream: streamOpener(api) };
const queries = createQueryClient();
const router = createAppRouter();
applyTheme();
window.addEventListener('offline', () => api.lose());
handleLinks((href) => router.history.push(href));

const root = document.querySelector('#app');
if (!root) throw new Error('The page has no element #app.');
createRoot(root).render(
  <StrictMode>
    <AppProvider value={services}>
      <QueryClientProvider client={queries}>
        <PersonalKeys>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </PersonalKeys>
      </QueryClientProvider>
    </AppProvider>
  </StrictMode>,
);

/** Queries are kept true by the event stream, so they are not fetched again only because time has passed. */
function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 300_000,
        refetchOnWindowFocus: false,
        // The client tries reads again by itself; a refusal stays one.
        retry: (count, error) => isApiError(error) && error.status === 0 && count < 3,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
