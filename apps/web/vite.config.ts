import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    target: 'es2023',
    // The server's policy for pages allows neither inline scripts nor data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
