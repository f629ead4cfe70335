/**
 * Who may import whom. `test/architecture/import-rules.spec.ts` breaks each rule once and expects it to be caught.
 */

const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** `ground/kernel` …, low to high: a room imports those before it, never one after it. */
const ROOMS = Array.from(
  readFileSync(join(__dirname, 'libs/README.md'), 'utf8').matchAll(/^[|] `(\w+)` [|].*[|] (.*) [|]$/gm),
  ([, floor, rooms]) => rooms.split(', ').map((room) => `${floor}/${room.replace(/ .*/, '')}`),
).flat();

const TESTS = '[.-]spec[.]tsx?$|^test/|/test/|^libs/ground/plugin-kit/testing/';
const KIT_DOORS = '^libs/ground/plugin-kit/(src/index|src/extraction/visible-text|testing/index)[.]ts$';
const FEATURE = '/src/feature[.]ts$';
const ENTRY_POINTS = '[^/]+/[^/]+/src/((http/)?index|feature)[.]ts$';
const PRODUCT = { path: '^(apps|libs|plugins|config)/', pathNot: TESTS };

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'resolvable',
      'An import that the checker cannot follow would pass every other rule unseen.',
      {},
      // The package.json of numfmt 4.0.1 names a file of types that the package lacks.
      { couldNotResolve: true, pathNot: '^numfmt$' },
    ),
    rule('no-cycle', 'Two files that import each other are one file, or need a third.', {}, { circular: true }),
    rule(
      'declared-packages',
      'A package that the product uses stands in the package.json of the one who uses it.',
      PRODUCT,
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    rule(
      'no-dev-package',
      'A production install has no development packages. The pages are compiled with their packages.',
      { ...PRODUCT, path: '^(apps/(?!web/)|libs/|plugins/|config/)' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    rule('no-test-in-product', 'Tests use the product, not the other way round.', PRODUCT, { path: TESTS }),

    rule(
      'plugin-imports-kit-only',
      'A plugin sees @archivolt/plugin-kit and its own npm packages.',
      { path: '^plugins/', pathNot: TESTS },
      { path: '^(apps|libs|config)/', pathNot: KIT_DOORS },
    ),
    rule(
      'plugin-test-imports-kit-only',
      'The tests of a plugin may also use what all tests share.',
      { path: '^plugins/.*(' + TESTS + ')' },
      { path: '^(apps|libs|config|test)/', pathNot: KIT_DOORS + '|^test/support/' },
    ),
    rule(
      'plugins-apart',
      'Plugins know nothing of each other.',
      { path: '^plugins/([^/]+)/' },
      { path: '^plugins/', pathNot: '^plugins/($1|_search-sql)/' },
    ),
    rule(
      'search-sql-for-search-plugins',
      'Only our search plugins in PostgreSQL share code; it is not published.',
      { path: '^(apps|libs|config|test)/|^plugins/(?!search-|_search-sql/)' },
      { path: '^plugins/_search-sql/' },
    ),
    rule(
      'plugins-are-found',
      'The host finds plugins; no file imports one.',
      { path: '^(apps|libs|config)/' },
      { path: '^plugins/' },
    ),
    rule(
      'kit-alone',
      'The kit is published by itself.',
      { path: '^libs/ground/plugin-kit/' },
      { path: '^(apps|config|test)/|^libs/(?!ground/plugin-kit/)' },
    ),
    rule(
      'kernel-pure',
      'The kernel is plain code over Node.',
      { path: '^libs/ground/kernel/', pathNot: TESTS },
      { path: '(^|/)node_modules/|^config/|^libs/(?!ground/kernel/)' },
    ),
    rule(
      'query-language-alone',
      'Browsers run it too: it needs neither packages nor Node.',
      { path: '^libs/capabilities/query/', pathNot: TESTS },
      { pathNot: '^libs/capabilities/query/' },
    ),
    rule(
      'config-imports-kit-only',
      'A file in config/ says what can be set, nothing else.',
      { path: '^config/' },
      { path: '^(apps|libs)/', pathNot: KIT_DOORS },
    ),

    rule(
      'library-entry-point',
      'Between libraries only index.ts and http/index.ts are imported.',
      { path: '^libs/([^/]+/[^/]+)/' },
      {
        path: '^libs/',
        pathNot: `^libs/($1/|${ENTRY_POINTS}|ground/plugin-kit/(testing|src/manifest|src/network)/index[.]ts$)`,
      },
    ),
    rule(
      'app-entry-point',
      'An app puts libraries together through their entry points.',
      { path: '^apps/' },
      { path: '^libs/', pathNot: `^libs/${ENTRY_POINTS}` },
    ),
    rule(
      'pages-use-the-api',
      'The pages reach the server through the SDK; of its code they share only the language of search queries.',
      { path: '^apps/web/' },
      { path: '^(apps/(?!web/)|libs/(?!(ground/sdk|capabilities/query)/)|plugins/|config/)' },
    ),
    rule(
      'page-features-apart',
      'A feature of the pages is used by its index.ts.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/($1/|[^/]+/index[.]ts$)' },
    ),
    rule(
      'page-routes-on-top',
      'Routes lead to features; features know addresses, not route files.',
      { path: '^apps/web/src/(features|components|lib)/' },
      { path: '^apps/web/src/(routes/|router[.]tsx$|main[.]tsx$)' },
    ),
    rule(
      'page-links-apart',
      'Visitors of a link load nothing of the archive, which may be large and change often.',
      { path: '^apps/web/src/links/', pathNot: TESTS },
      { path: ['^apps/web/src/(?!(links|components|lib|styles)/)', '(^|/)node_modules/@tanstack/'] },
    ),
    rule(
      'page-archive-knows-no-link-page',
      'The archive and the pages of links share components and lib only.',
      { path: '^apps/web/src/(?!links/)' },
      { path: '^apps/web/src/links/' },
    ),
    rule(
      'page-components-know-no-feature',
      'Components are for every feature.',
      { path: '^apps/web/src/(components|lib)/' },
      { path: '^apps/web/src/(features|routes)/' },
    ),
    rule(
      'page-lib-knows-no-component',
      'The ground of the pages has no markup.',
      { path: '^apps/web/src/lib/' },
      { path: '^apps/web/src/components/' },
    ),
    rule(
      'page-queries-call-the-api',
      'Only *.queries.ts and the ground call the API; others import its types.',
      { path: '^apps/web/src/(features|components|routes|links)/', pathNot: '[.]queries[.]ts$|' + TESTS },
      { path: '^(apps/web/src/lib/(public-)?api[.]ts$|libs/ground/sdk/)', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'pdfjs-in-viewer',
      'It is large and has traps; one feature knows it.',
      { path: '^apps/web/src/', pathNot: '^apps/web/src/features/viewer/' },
      { path: '(^|/)node_modules/pdfjs-dist/' },
    ),
    rule(
      'tus-in-upload',
      'One feature uploads.',
      { path: '^apps/web/src/', pathNot: '^apps/web/src/features/upload/' },
      { path: '(^|/)node_modules/tus-js-client/' },
    ),
    rule(
      'apps-apart',
      'Processes share libraries, not code.',
      { path: '^apps/([^/]+)/' },
      {
        path: '^apps/',
        pathNot: '^apps/$1/',
      },
    ),
    rule(
      'entities-stay-home',
      'Others refer to a row by its id; entities do not leave by a entry point.',
      { path: '^libs/[^/]+/[^/]+/src/(http/)?index[.]ts$' },
      { path: '[.]entity[.]ts$' },
    ),
    rule(
      'core-knows-no-door',
      'What a feature does is the same for HTTP, jobs and commands.',
      { path: '^libs/[^/]+/[^/]+/src/', pathNot: `^libs/[^/]+/[^/]+/src/(http|worker)/|${FEATURE}|${TESTS}` },
      { path: '^libs/[^/]+/[^/]+/src/(http|worker)/' },
    ),
    rule(
      'core-knows-no-fastify',
      'Only HTTP doors and the ground for them know the web server.',
      {
        path: '^libs/[^/]+/[^/]+/src/',
        pathNot: '^libs/[^/]+/[^/]+/src/http/|^libs/ground/(http-kit/|requests/src/idempotency[.]ts)|' + TESTS,
      },
      { path: '(^|/)node_modules/(fastify|@fastify|@nestjs/platform-fastify)/' },
    ),
    rule(
      'http-knows-no-worker',
      'The two doors of a feature may run in different processes.',
      { path: '^libs/[^/]+/[^/]+/src/http/', pathNot: TESTS },
      { path: '^libs/[^/]+/[^/]+/src/worker/' },
    ),
    rule(
      'worker-knows-no-http',
      'The two doors of a feature may run in different processes.',
      { path: '^libs/[^/]+/[^/]+/src/worker/', pathNot: TESTS },
      { path: '^libs/[^/]+/[^/]+/src/http/' },
    ),

    rule(
      'room-has-its-place',
      'A new room takes its place in libs/README.md.',
      { path: `^libs/${ENTRY_POINTS}`, pathNot: `^libs/(${ROOMS.join('|')})/` },
      {},
    ),
    ...ROOMS.map((room, place) =>
      rule(
        `${room}-never-up`,
        `Rooms after ${room} in libs/README.md, and apps, are above it.`,
        { path: `^libs/${room}/`, pathNot: `${FEATURE}|${TESTS}` },
        { path: ['^apps/', ...ROOMS.slice(place + 1).map((above) => `^libs/${above}/`)] },
      ),
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      // Without our own condition first, `#archive/x` would lead into dist, which is excluded, and every rule would pass.
      conditionNames: ['archivolt-source', 'import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
