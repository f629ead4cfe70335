import { i18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** Languages that the pages speak. English is in the code. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in itself, for people who look for theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  ...{ en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' },
  ...{ it: 'Italiano', nl: 'Nederlands', pl: 'Polski', pt: 'Português' },
};

const CATALOGS: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  de: () => import('../locales/de/messages.po'),
  es: () => import('../locales/es/messages.po'),
  fr: () => import('../locales/fr/messages.po'),
  it: () => import('../locales/it/messages.po'),
  nl: () => import('../locales/nl/messages.po'),
  pl: () => import('../locales/pl/messages.po'),
  pt: () => import('../locales/pt/messages.po'),
};

// A production build of the library compiles none: texts with values and plurals, which are in the code, need it.
i18n.setMessagesCompiler(compileMessage);

export function languageOf(wanted: string, ofBrowser: readonly string[]): Language {
  for (const tag of [wanted, ...ofBrowser]) {
    const [language = ''] = tag.toLowerCase().split('-');
    const known = LANGUAGES.find((each) => each === language);
    if (known) return known;
  }
  return 'en';
}

export async function activateLanguage(wanted: string): Promise<void> {
  const language = languageOf(wanted, navigator.languages);
  const messages = language === 'en' ? {} : (await CATALOGS[language]()).messages;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}
