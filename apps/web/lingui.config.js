import { formatter } from '@lingui/format-po';

/** `npm run translations` collects the messages of the code into the catalogs. English is in the code and has none. */
export default {
  sourceLocale: 'en',
  locales: ['de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}/messages', include: ['src'] }],
  orderBy: 'message',
  // Only messages, so that a catalog changes when a message does. A comment on a placeholder can be a whole source file.
  format: formatter({ lineNumbers: false, origins: false, printPlaceholdersInComments: false }),
};
