import redos from 'eslint-plugin-redos';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const NORMALIZATION = 'libs/ground/plugin-kit/src/combining-marks.ts';
const TESTS = ['**/*.spec.ts', '**/*-spec.ts', '**/test/**/*.ts', 'libs/ground/plugin-kit/testing/**/*.ts'];

const WAITS = [
  '[argument.type="NewExpression"]',
  '[argument.callee.name=/^(delay|turn|nextTurn|shortPause|setImmediate|setTimeout)$/]',
  '[argument.callee.object.name="Promise"]',
];

const SLEEPS = [
  'CallExpression[callee.name="setTimeout"]',
  'CallExpression[callee.object.name=/^(globalThis|timers|window)$/][callee.property.name="setTimeout"]',
  'ImportDeclaration[source.value=/^(node:)?timers.promises$/] > ImportSpecifier[imported.name=/^(scheduler|setTimeout)$/]',
  'CallExpression[callee.property.name="waitForTimeout"]',
];

const SINCE = 'BinaryExpression[operator="-"][right.type=/^(Identifier|MemberExpression)$/]';
const now = (clock) => `CallExpression[callee.object.name="${clock}"][callee.property.name="now"]`;
const DURATIONS = [
  `${SINCE} > ${now('performance')}`,
  // The difference of two times of day is also the age of something.
  `CallExpression[callee.name="expect"] > ${SINCE} > ${now('Date')}`,
  `CallExpression[callee.property.name=/^toBe(Greater|Less)Than/] > ${SINCE} > ${now('Date')}`,
];

const refuse = (selectors, message) => selectors.map((selector) => ({ selector, message }));
const WAITS_WITHOUT_LIMIT = refuse(
  WAITS.map((argument) => `WhileStatement > ExpressionStatement > AwaitExpression${argument}`),
  'Wait with until or untilTrue of test/support/until.ts, which have a limit and name what is missing.',
);
const WAITS_FOR_A_TIME = refuse(
  SLEEPS,
  'Wait for the event, or for the state with until or untilTrue of test/support/until.ts. Code that waits takes its times as parameters.',
);
const MEASURED_TIMES = refuse(
  DURATIONS,
  'Assert in which order events come, or give the code under test a clock of its own.',
);

const NORMALIZES = {
  selector: 'CallExpression[callee.property.name="normalize"]',
  message: 'Use normalizeText of @archivolt/plugin-kit: long runs of combining marks take quadratic time.',
};

const OWN_TIME = refuse(
  [
    'NewExpression[callee.name="Date"][arguments.length=0]',
    'MemberExpression[object.name="Date"][property.name="now"]',
    'CallExpression[callee.name=/^set(Timeout|Interval)$/]',
    'ImportDeclaration[source.value=/^(node:)?timers.promises$/] > ImportSpecifier[imported.name="setTimeout"]',
  ],
  'Take the time from the injected Clock of #ground/kernel, which tests can move. Limits of peers and child processes are in real time, with a comment that says why.',
);
/** What runs in a process of its own, measures others, or is used outside of the server. */
const REAL_TIME = [
  'libs/ground/kernel/src/{clock,ids}.ts',
  'libs/capabilities/sandbox/src/**',
  'libs/ground/{embedded-postgres,plugin-kit,safe-http,sdk}/**',
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', 'libs/ground/sdk/src/{api,events}.ts'] },
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
      'no-restricted-syntax': ['error', NORMALIZES],
    },
  },
  {
    files: ['{apps/server,libs}/**/*.ts'],
    ignores: [...TESTS, ...REAL_TIME],
    rules: { 'no-restricted-syntax': ['error', NORMALIZES, ...OWN_TIME] },
  },
  {
    // Stored hashes depend on this exact form of a password, which is short and handled in a thread of its own.
    files: ['libs/people/auth/src/password-hashing/scrypt-worker.ts'],
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
    // A wait without a limit hangs, does not say for what, and takes the processor from what it waits for. A fixed time
    // is too short on a busy machine and too long on any other.
    files: TESTS,
    rules: { 'no-restricted-syntax': ['error', ...WAITS_WITHOUT_LIMIT, ...WAITS_FOR_A_TIME, ...MEASURED_TIMES] },
  },
  {
    files: ['test/support/{until,test-clock}.ts'],
    rules: { 'no-restricted-syntax': ['error', ...WAITS_WITHOUT_LIMIT, ...MEASURED_TIMES] },
  },
  { files: [NORMALIZATION], rules: { 'no-restricted-syntax': 'off' } },
);
