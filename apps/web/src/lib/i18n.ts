import { i18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** Languages that the pages speak. English is in the code. */
export const LANGUAGES = ['en', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in itself, for people who look for theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

const CATALOGS: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  de: () => import('../locales/de/messages.po'),
  fr: () => import('../locales/fr/messages.po'),
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
