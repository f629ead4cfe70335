import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { lingui } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** What pdf.js loads while it draws: character maps, fonts, colour profiles and decoders. `/pdfjs/…` in the build. */
function pdfFiles(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return {
    name: 'archivolt-pdf-files',
    apply: 'build',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
        for (const name of readdirSync(join(root, folder))) {
          if (/quickjs/i.test(name)) continue; // it would run the scripts of a PDF
          this.emitFile({
            type: 'asset',
            fileName: `pdfjs/${folder}/${name}`,
            source: readFileSync(join(root, folder, name)),
          });
        }
      }
    },
  };
}

/** A font that is not there at the first paint is not used on that page, so that nothing moves. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: (_html, { bundle = {} }) => {
      const file = Object.keys(bundle).find(
        (name) => name.includes('inter-latin-wght-normal') && name.endsWith('.woff2'),
      );
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` };
      return file === undefined ? [] : [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  };
}

export default defineConfig({
  plugins: [
    react(),
    babel({
      include: /\.tsx?$/,
      exclude: /[\\/]node_modules[\\/]/,
      // English stays in the code, so that a missing translation shows it and no catalog is needed for it.
      plugins: [['@lingui/babel-plugin-lingui-macro', { descriptorFields: 'message' }]],
    }),
    lingui(),
    tailwindcss(),
    pdfFiles(),
    preloadFont(),
  ],
  // Scripts and styles find their files wherever the server has them; the server writes the path into the pages.
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  resolve: { conditions: ['archivolt-source', ...defaultClientConditions] },
  server: { proxy: { '/api': 'http://localhost:1221' } },
  build: {
    target: 'es2023',
    manifest: true,
    // The server's policy for pages allows neither inline scripts nor data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The archive, and the pages of links for visitors, which load nothing of it.
      input: ['index.html', 'link.html'],
      output: {
        // What every page needs, in two files instead of ten: it compresses better and changes less often.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/((react|react-dom|scheduler|@lingui|clsx)\/|lucide-react\/dist\/esm\/(Icon|context|createLucideIcon|shared))/,
            },
            // What every page loads at once: less together than as a file for each.
            { name: 'start', test: /preload-helper|src\/lib\/base-path\.ts|sdk\/src\/(client|archivolt-error)\.ts/ },
            {
              name: 'ground',
              test: /node_modules\/(@tanstack\/(history|react-router|router-core|react-store|store|query-core|react-query)|use-sync-external-store)\//,
            },
          ],
        },
      },
    },
  },
});
