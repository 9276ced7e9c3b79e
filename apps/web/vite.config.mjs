import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licenses } from './licenses.mjs';

/** The API that `npm run web` passes requests on to. */
const API = process.env.API ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [{ ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }, react(), licenses()],
  resolve: { conditions: ['@cubit/source', 'module', 'browser', 'development|production'] },
  server: { port: 5173, proxy: { '/api': { target: API, changeOrigin: false } } },
  build: {
    target: ['chrome120', 'firefox121', 'safari17.2'],
    // The policy of the page allows no inline scripts and no data addresses but those of images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1024,
    // What every page needs stands in one file: some of its parts would be files of 0.2 KiB.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', tags: ['$initial'], minShareCount: 4, includeDependenciesRecursively: false }],
        },
      },
    },
  },
});
