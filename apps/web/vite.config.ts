import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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

const COMPRESSIBLE = /\.(?:css|html|icc|js|json|mjs|pfb|svg|ttf|wasm)$/;
/** In bytes: smaller files fit into one packet. */
const WORTH_IT = 1_000;

/** `.br` and `.gz` next to each file that is smaller so; the server sends them to browsers that take them. */
function compressedFiles(): Plugin {
  let folder = '';
  const compress = async (path: string): Promise<void> => {
    const bytes = await readFile(path);
    if (bytes.length < WORTH_IT) return;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    for (const [ending, compressed] of [
      ['.br', promisify(brotliCompress)(bytes, { params })],
      ['.gz', promisify(gzip)(bytes, { level: 9 })],
    ] as const)
      if ((await compressed).length < bytes.length * 0.95) await writeFile(path + ending, await compressed);
  };
  return {
    name: 'archivolt-compressed-files',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = join(root, build.outDir)),
    async closeBundle() {
      if (!existsSync(folder)) return; // the build has failed
      const files = readdirSync(folder, { recursive: true, withFileTypes: true });
      const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
      await Promise.all(paths.filter((path) => COMPRESSIBLE.test(path) && !path.includes('.vite')).map(compress));
    },
  };
}

/** Imports each icon from its file: the file that names all of them would belong to every first view, with all icons. */
function iconsByFile(): Plugin {
  const folder = dirname(createRequire(import.meta.url).resolve('lucide-react'));
  const files = new Map<string, string>();
  for (const line of readFileSync(join(folder, '../esm/lucide-react.mjs'), 'utf8').split('\n')) {
    const [names = '', file = ''] = line.split(" } from './icons/");
    for (const name of names.replace('export { ', '').split(', '))
      files.set(name.replace('default as ', ''), file.replace(".mjs';", ''));
  }
  const importOf = (name: string): string => {
    const file = files.get(name);
    if (file !== undefined) return `import ${name} from 'lucide-react/icons/${file}';`;
    if (name.startsWith('type ')) return '';
    throw new Error(`lucide-react has no icon ${name}`);
  };
  const end = "} from 'lucide-react';";
  const start = 'import {';
  return {
    name: 'archivolt-icons-by-file',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => {
      const to = code.indexOf(end);
      const from = code.lastIndexOf(start, to);
      if (to < 0 || from < 0 || id.includes('/node_modules/')) return null;
      const list = code.slice(from + start.length, to);
      if (list.includes('}')) return null; // an import of types, after another import
      const names = list.split(',').map((name) => name.trim());
      const imports = names.filter((name) => name !== '').map(importOf);
      // On as many lines as before, for the source maps.
      const lines = '\n'.repeat(list.split('\n').length - 1);
      return { code: code.slice(0, from) + imports.join('') + lines + code.slice(to + end.length), map: null };
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

/** The modules that are loaded together with these, without what is loaded later. */
function loadedWith(names: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  const views = names.map((name) => join(import.meta.dirname, name));
  for (const view of views) visit(view);
  for (const view of views) found.delete(view);
  return found;
}

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** The views that open the application or a link. */
const FIRST_VIEWS = {
  link: ['src/links/main.tsx', 'src/links/share/share-page.tsx', 'src/links/drop/drop-page.tsx'],
  start: ['src/main.tsx', 'src/features/auth/sign-in-page.tsx'],
  list: ['src/features/shell/app-shell.tsx', 'src/features/documents/documents-page.tsx'],
};

/** A file for what one of the views loads and the others do not, and files for what the application shares with a link. */
function firstViews(): {
  name: (id: string, graph: ModuleGraph) => string | null;
  debugName: string;
  priority: number;
}[] {
  let modules: Record<keyof typeof FIRST_VIEWS, ReadonlySet<string>> | undefined;
  const viewOf = (id: string, graph: ModuleGraph): string => {
    modules ??= {
      link: loadedWith(FIRST_VIEWS.link, graph),
      start: loadedWith(FIRST_VIEWS.start, graph),
      list: loadedWith(FIRST_VIEWS.list, graph),
    };
    if (modules.link.has(id)) return modules.start.has(id) ? 'common' : modules.list.has(id) ? 'shared' : '';
    return modules.start.has(id) ? 'start' : modules.list.has(id) ? 'list' : '';
  };
  // A file takes along what it imports, so what more views load comes first.
  return ['list', 'start', 'shared', 'common'].map((view, priority) => ({
    name: (id, graph) => (viewOf(id, graph) === view ? view : null),
    debugName: view,
    priority,
  }));
}

/** Writes the service worker with the files of the views that open the application, so that these start without a connection. */
function serviceWorker(): Plugin {
  const views = [...FIRST_VIEWS.start, ...FIRST_VIEWS.list, 'src/features/document/document-page.tsx'];
  const modules = new Set(views.map((view) => join(import.meta.dirname, view)));
  return {
    name: 'archivolt-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = new Set<string>();
        const visit = (name: string): void => {
          const chunk = bundle[name];
          if (files.has(name) || chunk?.type !== 'chunk') return;
          files.add(name);
          for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
          for (const imported of chunk.imports) visit(imported);
        };
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          const isPage = file.isEntry && file.name === 'index';
          if (isPage || modules.has(file.facadeModuleId ?? '')) visit(file.fileName);
        }
        for (const name of Object.keys(bundle))
          if (name.includes('inter-latin-wght-normal') && name.endsWith('.woff2')) files.add(name);
        const shell = JSON.stringify(['', 'theme.js', 'favicon.svg', 'app.webmanifest', ...[...files].sort()]);
        const source = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8');
        const version = createHash('sha256').update(shell).update(source).digest('hex').slice(0, 12);
        const code = source.replace('%SHELL%', shell).replace('%VERSION%', version);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
      },
    },
  };
}

export default defineConfig({
  plugins: [
    iconsByFile(),
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
    serviceWorker(),
    preloadFont(),
    compressedFiles(),
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
        // What a first view needs, in few files instead of ninety: it compresses better and comes sooner.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              priority: 6,
              test: /node_modules\/((react|react-dom|scheduler|@lingui|clsx)\/|lucide-react\/dist\/esm\/(Icon|context|createLucideIcon|shared))/,
            },
            {
              name: 'ground',
              priority: 5,
              test: /node_modules\/(@tanstack\/(history|react-router|router-core|react-store|store|query-core|react-query)|use-sync-external-store)\//,
            },
            ...firstViews(),
          ],
        },
      },
    },
  },
});
