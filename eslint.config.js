import redos from 'eslint-plugin-redos';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const NORMALIZATION = 'libs/plugin-kit/src/combining-marks.ts';
const TESTS = ['**/*.spec.ts', '**/*-spec.ts', '**/test/**/*.ts', 'libs/plugin-kit/testing/**/*.ts'];

const WAITS = [
  '[argument.type="NewExpression"]',
  '[argument.callee.name=/^(delay|turn|nextTurn|shortPause|setImmediate|setTimeout)$/]',
  '[argument.callee.object.name="Promise"]',
];

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
    languageOptions: {
      parser: tseslint.parser,
      // A class that only a decorated signature names is imported as a value, since Nest reads it at run time.
      parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
          message: 'Texts of documents and people are shown as text.',
        },
      ],
    },
  },
  {
    // A wait without a limit hangs, does not say for what, and takes the processor from what it waits for.
    files: TESTS,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...WAITS.map((argument) => ({
          selector: `WhileStatement > ExpressionStatement > AwaitExpression${argument}`,
          message:
            'Wait with until or untilTrue of test/support/until.ts, which have a limit and name what is missing.',
        })),
      ],
    },
  },
  { files: [NORMALIZATION], rules: { 'no-restricted-syntax': 'off' } },
);
