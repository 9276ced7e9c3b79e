import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@cubit/source', 'module', 'browser', 'development|production'] },
  build: { assetsInlineLimit: 0 },
});
