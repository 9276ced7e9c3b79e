import '@cubit/web-kit/styles.css';
import { Api, UndoStack } from '@cubit/web-client';
import { KeysProvider, ToastProvider } from '@cubit/web-kit';
import { AppProvider } from '@cubit/web-records';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { handleLinks } from './handle-links.js';
import { createQueryClient } from './query-client.js';
import { createAppRouter } from './routes.js';
import { applyTheme } from './shell/theme.js';

const services = { api: new Api(), undo: new UndoStack() };
const queries = createQueryClient();
const router = createAppRouter(services.api);
applyTheme();
handleLinks((href) => router.history.push(href));

const root = document.querySelector('#app');
if (!root) throw new Error('The page has no element #app.');
createRoot(root).render(
  <StrictMode>
    <AppProvider value={services}>
      <QueryClientProvider client={queries}>
        <KeysProvider>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </KeysProvider>
      </QueryClientProvider>
    </AppProvider>
  </StrictMode>,
);
