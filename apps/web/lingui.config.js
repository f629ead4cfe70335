import { formatter } from '@lingui/format-po';

/** `npx lingui extract` in this folder collects the messages of the code into the catalogs. */
export default {
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}/messages', include: ['src'] }],
  format: formatter({ lineNumbers: false, origins: false }),
};
