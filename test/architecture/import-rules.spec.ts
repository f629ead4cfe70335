import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PlantedTree } from './planted-tree.js';

const ROOT = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const { forbidden } = require('../../.dependency-cruiser.cjs') as { forbidden: { name: string }[] };

const rules = forbidden.map(({ name }) => name);
const rooms = rules.filter((name) => name.endsWith('-never-up')).map((name) => name.replace('-never-up', ''));

/** Rules of its own that a room breaks when it imports the next one. */
const ALSO_BROKEN: Record<string, string[]> = {
  'ground/kernel': ['kernel-pure'],
  'ground/plugin-kit': ['kit-alone'],
  'capabilities/query': ['query-language-alone'],
};

/** A broken rule: the file, its source, and the rule; or several rules when one import breaks several. */
type Violation = [file: string, source: string, ...rules: string[]];

const VIOLATIONS: Violation[] = [
  ['libs/archive/tags/src/nowhere.ts', "import '#archive/nowhere';", 'resolvable'],
  ['libs/archive/tags/src/circle.ts', "import './circle-back.js';", 'no-cycle'],
  ['libs/archive/tags/src/circle-back.ts', "export * from './circle.js';"],
  ['plugins/one/src/hoisted.ts', "import 'fastify';", 'declared-packages'],
  ['apps/server/src/develops.ts', "import 'jest';", 'no-dev-package'],
  ['libs/archive/tags/src/tested.ts', "import './tags.spec.js';", 'no-test-in-product'],
  ['libs/archive/tags/src/tested-by-kit.ts', "import '@archivolt/plugin-kit/testing';", 'no-test-in-product'],

  ['plugins/one/src/uses-library.ts', "import '../../../libs/ground/kernel/src/index.js';", 'plugin-imports-kit-only'],
  ['plugins/one/src/uses-alias.ts', "import '#ground/kernel';", 'resolvable'],
  [
    'plugins/one/src/behind-the-kit.ts',
    "import '../../../libs/ground/plugin-kit/src/inside.js';",
    'plugin-imports-kit-only',
  ],
  ['plugins/one/src/uses-settings.ts', "import '../../../config/data.config.js';", 'plugin-imports-kit-only'],
  ['plugins/one/src/one.spec.ts', "import '../../../libs/ground/kernel/src/index.js';", 'plugin-test-imports-kit-only'],
  ['plugins/one/test/one.db-spec.ts', "import '../../../test/e2e/story.js';", 'plugin-test-imports-kit-only'],
  ['plugins/one/src/uses-other.ts', "import '../../two/src/plugin.js';", 'plugins-apart'],
  ['plugins/one/src/uses-search-sql.ts', "import '../../_search-sql/src/index.js';", 'search-sql-for-search-plugins'],
  [
    'libs/capabilities/search/src/knows-plugin.ts',
    "import '../../../../plugins/two/src/plugin.js';",
    'plugins-are-found',
  ],
  ['apps/server/src/knows-plugin.ts', "await import('@archivolt/two');", 'plugins-are-found'],
  ['libs/ground/plugin-kit/src/uses-settings.ts', "import '../../../../config/data.config.js';", 'kit-alone'],
  [
    'libs/ground/kernel/src/uses-package.ts',
    "import type { x } from 'fastify';",
    'kernel-pure',
    'core-knows-no-fastify',
  ],
  ['libs/ground/kernel/src/uses-settings.ts', "import '#config/data';", 'kernel-pure'],
  ['libs/capabilities/query/src/uses-kernel.ts', "import '#ground/kernel';", 'query-language-alone'],
  ['libs/capabilities/query/src/uses-node.ts', "import 'node:util';", 'query-language-alone'],
  ['config/clever.config.ts', "import '#ground/database';", 'config-imports-kit-only'],

  ['libs/archive/documents/src/inside-tags.ts', "import '../../tags/src/tag-rules.js';", 'library-entry-point'],
  ['apps/server/src/inside-tags.ts', "export * from '../../../libs/archive/tags/src/tag-rules.js';", 'app-entry-point'],
  ['apps/web/src/uses-library.ts', "import '../../../libs/ground/kernel/src/index.js';", 'pages-use-the-api'],
  ['apps/web/src/features/one/page.ts', "import '../two/inside.js';", 'page-features-apart'],
  ['apps/web/src/features/one/routes.ts', "import '../../routes/one.js';", 'page-routes-on-top'],
  ['apps/web/src/components/button.ts', "import '../features/two/index.js';", 'page-components-know-no-feature'],
  ['apps/web/src/lib/marked-up.ts', "import '../components/card.js';", 'page-lib-knows-no-component'],
  [
    'apps/web/src/features/one/calls.ts',
    "import { api } from '../../lib/api.js';\napi();",
    'page-queries-call-the-api',
  ],
  ['apps/web/src/links/page.ts', "import '../features/two/index.js';", 'page-links-apart'],
  ['apps/web/src/features/one/links.ts', "import '../../links/page.js';", 'page-archive-knows-no-link-page'],
  ['apps/web/src/features/one/draws.ts', "import 'pdfjs-dist';", 'pdfjs-in-viewer'],
  ['apps/web/src/features/one/sends.ts', "import 'tus-js-client';", 'tus-in-upload'],
  ['apps/cli/src/uses-server.ts', "import '../../server/src/main.js';", 'apps-apart'],
  ['libs/archive/tasks/src/index.ts', "export type { X } from './task.entity.js';", 'entities-stay-home'],
  ['libs/archive/tags/src/core.ts', "import './http/index.js';", 'core-knows-no-door'],
  [
    'libs/archive/tags/src/core-and-routes.ts',
    "import '#archive/documents/http';",
    'core-knows-no-door',
    'archive/tags-never-up',
  ],
  ['libs/archive/tags/src/web.ts', "import 'fastify';", 'core-knows-no-fastify'],
  ['libs/archive/tags/src/http/works.ts', "import '../worker/work.js';", 'http-knows-no-worker'],
  ['libs/archive/tags/src/worker/answers.ts', "import '#archive/tags/http';", 'worker-knows-no-http'],

  ['libs/archive/stray/src/index.ts', "import '#ground/kernel';", 'room-has-its-place'],
  ['libs/outside/unlisted/src/feature.ts', "import '#ground/features';", 'room-has-its-place'],
  ['libs/operation/admin/src/uses-app.ts', "import '../../../../apps/server/src/main.js';", 'operation/admin-never-up'],
  [
    'libs/operation/installation/src/uses-app.ts',
    "import '../../../../apps/server/src/main.js';",
    'operation/installation-never-up',
  ],
  [
    'libs/operation/bundles/src/uses-app.ts',
    "import '../../../../apps/server/src/main.js';",
    'operation/bundles-never-up',
  ],
  // Each room imports the one directly above it.
  ...rooms.slice(0, -1).map((room, place): Violation => {
    const also = ALSO_BROKEN[room] ?? [];
    const above = rooms[place + 1] ?? '';
    const specifier = above === 'ground/plugin-kit' ? '@archivolt/plugin-kit' : `#${above}`;
    const source = room === 'ground/plugin-kit' ? `../../../${above}/src/index.js` : specifier;
    return [`libs/${room}/src/looks-up.ts`, `import '${source}';`, `${room}-never-up`, ...also];
  }),
];

const ALLOWED: [file: string, source: string][] = [
  ['libs/ground/plugin-kit/src/index.ts', "export * from './inside.js';"],
  ['libs/ground/plugin-kit/src/inside.ts', 'export const kit = 1;'],
  ['libs/ground/plugin-kit/testing/index.ts', "import 'jest';\nimport '../src/index.js';"],
  ['libs/ground/kernel/src/index.ts', "import 'node:crypto';\nexport {};"],
  ['config/data.config.ts', "import '@archivolt/plugin-kit';"],
  ['libs/archive/tags/src/tag-rules.ts', "import '#ground/kernel';\nimport '#config/data';\nimport './tag.entity.js';"],
  ['libs/archive/tags/src/tag.entity.ts', "import '#ground/database';"],
  ['libs/archive/tags/src/tags.spec.ts', "import 'jest';\nimport './http/index.js';"],
  ['libs/archive/tags/src/http/index.ts', "import 'fastify';\nimport '#archive/tags';\nimport '../tag-rules.js';"],
  ['libs/archive/tags/src/worker/work.ts', "import '#archive/tags';"],
  [
    'libs/archive/tags/src/feature.ts',
    "import '#ground/features';\nawait import('./http/index.js');\nawait import('./worker/work.js');",
  ],
  ['libs/archive/documents/src/http/index.ts', "import '#archive/tags/http';\nimport '#ground/http-kit';"],
  ['libs/archive/tasks/src/task.entity.ts', 'export interface X { id: string }'],
  ['apps/web/src/lib/api.ts', 'export const api = (): void => undefined;'],
  ['apps/web/src/components/card.ts', 'export {};'],
  ['apps/web/src/routes/one.ts', "import '../features/two/index.js';"],
  ['apps/web/src/features/two/index.ts', "import './inside.js';"],
  ['apps/web/src/features/two/inside.ts', 'export {};'],
  ['apps/web/src/features/two/two.queries.ts', "import { api } from '../../lib/api.js';\napi();"],
  ['apps/web/src/features/viewer/open-pdf.ts', "import 'pdfjs-dist';"],
  ['apps/web/src/features/upload/send.ts', "import 'tus-js-client';"],
  ['apps/web/src/query.ts', "import '../../../libs/capabilities/query/src/index.js';"],
  ['apps/server/src/main.ts', "import '#archive/tags';\nimport '#archive/tags/http';"],
  ['plugins/one/test/support.db-spec.ts', "import '../../../test/support/database.js';\nimport 'jest';"],
  ['plugins/search-one/src/uses-search-sql.ts', "import '../../_search-sql/src/index.js';"],
  ['plugins/_search-sql/src/index.ts', 'export {};'],
  ['test/support/database.ts', 'export {};'],
  ['test/e2e/story.ts', 'export {};'],
];

describe('the import rules of dependency-cruiser', () => {
  const tree = new PlantedTree();
  let found: string[] = [];

  beforeAll(() => {
    for (const name of ['one', 'two']) tree.plugin(name);
    for (const room of rooms) tree.write(`libs/${room}/src/index.ts`, 'export {};');
    for (const file of globSync('libs/*/*/src/feature.ts', { cwd: ROOT }))
      tree.write(file, "import '#ground/features';");
    for (const [file, source] of [...ALLOWED, ...VIOLATIONS]) tree.write(file, source);
    found = violationsIn(tree.root);
  });

  afterAll(() => {
    tree.remove();
  });

  it('the import rules report every planted violation and nothing else', () => {
    const planted = VIOLATIONS.flatMap(([file, , ...names]) => names.map((name) => `${name}: ${file}`));
    expect(found).toEqual(planted.sort());
  });

  it('the import rules know every room of the folders', () => {
    const folders = globSync('libs/*/*/', { cwd: ROOT });
    expect(folders.map((folder) => relative('libs', folder).replaceAll('\\', '/')).sort()).toEqual(rooms.toSorted());
  });

  it('every import rule has a planted violation', () => {
    const tried = new Set(VIOLATIONS.flatMap(([, , ...names]) => names));
    expect(rules.filter((name) => !tried.has(name))).toEqual([]);
  });
});

function violationsIn(root: string): string[] {
  const cli = join(import.meta.dirname, '../../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const run = [cli, ...config, 'apps', 'libs', 'plugins', 'config'];
  const output = execFileSync(process.execPath, run, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const { summary } = JSON.parse(output) as { summary: { violations: { rule: { name: string }; from: string }[] } };
  // The checker reports a cycle once for each of its files, in no fixed order.
  const names = summary.violations.map(({ rule, from }) => `${rule.name}: ${from.replace('circle-back', 'circle')}`);
  return [...new Set(names)].sort();
}
