// Finds files, exports and packages that nothing uses. A entry point may offer more than is taken today.
const TESTS = '**/*{.,-}spec.ts';

export default {
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      entry: [
        'apps/{server,cli}/src/main.ts',
        'libs/*/*/src/{,http/}index.ts',
        'libs/*/*/test/**/*.mjs', // fixtures that tests name by path
        'libs/*/*/src/**/*.{entity,schema}.ts', // MikroORM discovers them by name
        'libs/people/auth/src/password-hashing/scrypt-worker.ts', // started as a thread, by path
        'config/*.config.ts',
        'scripts/**/*.mjs',
        'test/support/*.mjs',
        'test/{loader,run}/*.mjs', // options of jest
        'test/loader/leaving/*.ts',
        'test/web/support/*.mjs',
        `{apps,libs,config,test}/${TESTS}`,
      ],
      project: ['{apps/{server,cli},libs,config,test,scripts}/**/*.{ts,mjs}', '!libs/ground/{plugin-kit,sdk}/**'],
      ignoreBinaries: ['prlimit'], // part of Linux; the test that uses it is skipped elsewhere
      ignoreDependencies: [
        ...['@nestjs/cli', '@swc/cli'], // scripts/build.mjs runs their programs
        ...['@nestjs/schematics'], // for `nest generate`
        ...['axe-core'], // test/web reads its file
        ...['@jest/fake-timers', 'jest-mock', 'jest-runtime'], // those that jest itself brings
        ...['oxlint', 'oxlint-tsgolint'], // scripts/lint.mjs runs the one, which runs the other
        ...['typescript-native'], // scripts/types.mjs runs it
      ],
    },
    'libs/ground/plugin-kit': { entry: [TESTS], project: ['{src,testing}/**/*.ts'] },
    'libs/ground/sdk': { entry: [TESTS], project: ['src/**/*.ts'] },
    'apps/web': {
      entry: [TESTS, 'lingui.config.js'],
      project: ['src/**/*.{ts,tsx}'],
      ignoreDependencies: ['tailwindcss', '@fontsource-variable/inter'], // in style sheets
    },
    'plugins/*': { entry: [TESTS], project: ['{src,test}/**/*.ts'] },
    'plugins/extraction-tika': {
      entry: [TESTS],
      project: ['{src,test}/**/*.ts'],
      ignoreBinaries: ['java'], // for the real server, whose test is skipped without it
    },
    'plugins/intake-folder': {
      entry: [TESTS],
      project: ['{src,test}/**/*.ts'],
      ignoreBinaries: ['mkfifo'], // part of Linux and macOS
    },
    'plugins/ocr-tesseract': {
      entry: [TESTS],
      project: ['{src,test}/**/*.ts'],
      ignoreDependencies: ['@tesseract.js-data/.+'], // read as files
    },
  },
};
