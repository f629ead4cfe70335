import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** A font that is not there at the first paint is not used on that page, so that nothing moves. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: (_html, { bundle = {} }) => {
      const file = Object.keys(bundle).find((name) => /inter-latin-wght.*\.woff2$/.test(name));
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` };
      return file === undefined ? [] : [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  };
}

export default defineConfig({
  plugins: [
    react(),
    babel({
      include: /\/apps\/web\/src\/.*\.tsx?$/,
      // English stays in the code, so that a missing translation shows it and no catalog is needed for it.
      plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }]],
    }),
    lingui(),
    tailwindcss(),
    preloadFont(),
  ],
  resolve: { conditions: ['archivolt-source', ...defaultClientConditions] },
  server: { proxy: { '/api': 'http://localhost:1221' } },
  build: {
    target: 'es2023',
    manifest: true,
    // The server's policy for pages allows neither inline scripts nor data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
