import { createRoot } from 'react-dom/client';
import { KeysProvider, ToastProvider } from '../src/index.js';
import { Gallery } from './Gallery.js';

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <KeysProvider>
      <ToastProvider>
        <Gallery />
      </ToastProvider>
    </KeysProvider>,
  );
}
