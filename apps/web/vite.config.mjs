import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licenses } from './licenses.mjs';
import { partGroups } from './page-chunks.mjs';

/** The API that `npm run web` passes requests on to. */
const API = process.env.API ?? 'http://localhost:3000';

/** What people open first comes first. */
const PARTS = {
  list: 'pages/kind/KindListPage.tsx',
  scan: 'pages/ScanPage.tsx',
  record: 'pages/kind/KindRecordPage.tsx',
  home: 'pages/home/HomePage.tsx',
  settings: 'pages/SettingsPage.tsx',
  wires: 'pages/WiresPage.tsx',
};

const CONFIG = {
  root: import.meta.dirname,
  plugins: [{ ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }, react()],
  resolve: { conditions: ['@cubit/source', 'module', 'browser', 'development|production'] },
  build: {
    target: ['chrome120', 'firefox121', 'safari17.2'],
    // The policy of the page allows no inline scripts and no data addresses but those of images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1024,
  },
};

export default defineConfig(async ({ command }) => {
  if (command !== 'build')
    return { ...CONFIG, server: { port: 5173, proxy: { '/api': { target: API, changeOrigin: false } } } };
  const codeSplitting = { groups: await partGroups(CONFIG, PARTS) };
  return {
    ...CONFIG,
    plugins: [...CONFIG.plugins, licenses()],
    build: { ...CONFIG.build, rolldownOptions: { output: { codeSplitting } } },
  };
});
