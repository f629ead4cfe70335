import node from 'eslint-plugin-n';
import redos from 'eslint-plugin-redos';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

// Settings are read in one place; everything else is handed its configuration.
const ENVIRONMENT = 'libs/installation/src/environment.ts';
const NORMALIZATION = 'libs/plugin-kit/src/combining-marks.ts';
const TESTS = ['**/*.spec.ts', '**/*-spec.ts', '**/test/**/*.ts', 'libs/plugin-kit/testing/**/*.ts'];
// The first project that contains a file lends its types. `projectService` would open each plugin's project by itself.
const PROJECTS = ['libs/{plugin-kit,query-language,sdk}/tsconfig.json', 'apps/web/tsconfig.json', 'tsconfig.json'];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', 'libs/sdk/src/{api,events}.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    // An expression that takes time in proportion to the square of its input stops the server for one request.
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { ignoreSticky: true, report: 'potential' }],
      'regexp/no-potentially-useless-backreference': 'error',
      'regexp/no-misleading-capturing-group': 'error',
    },
  },
  {
    files: ['{apps,libs,plugins,config}/**/*.{ts,tsx}'],
    ignores: TESTS,
    plugins: { redos },
    rules: {
      'redos/no-vulnerable': ['error', { checker: 'automaton', timeout: 5000, permittableComplexities: [] }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="normalize"]',
          message: 'Use normalizeText of @archivolt/plugin-kit: long runs of combining marks take quadratic time.',
        },
      ],
    },
  },
  {
    // Stored hashes depend on this exact form of a password, which is short and handled in a thread of its own.
    files: ['libs/auth/src/password-hashing/scrypt-worker.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['{apps,libs,plugins,config,test}/**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { n: node },
    languageOptions: { parserOptions: { project: PROJECTS, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowStaticOnly: false }],
      // `Promise.withResolvers<void>()` says what it means.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // Views and configurations are classes for their decorators only: data without behaviour, spread like any other.
      '@typescript-eslint/no-misused-spread': 'off',
      // Nest gives its option objects types of their own classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A type parameter that only the result uses is how `get<T>(token)` reads everywhere in Nest and pg.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Some packages declare enums that do not exist at run time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // `async` promises that a fault arrives as a rejection, also where nothing is awaited yet.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Contracts are written with methods, and suites take them apart.
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'n/no-process-env': 'error',
      'max-lines': ['warn', { max: 400, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['warn', { max: 60 }],
    },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    rules: {
      'max-lines': ['warn', { max: 300, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['warn', { max: 120 }], // markup is long
      // Routers throw redirects, handlers return promises that the mutation cache reports.
      '@typescript-eslint/only-throw-error': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
          message: 'Texts of documents and people are shown as text.',
        },
      ],
    },
  },
  { files: [NORMALIZATION], rules: { 'no-restricted-syntax': 'off' } },
  { files: [ENVIRONMENT], rules: { 'n/no-process-env': 'off' } },
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off', // a test says what it has put there itself
      'max-lines-per-function': 'off', // a describe block is one long function
      'n/no-process-env': 'off',
    },
  },
);
