import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parsePoFile } from '@lingui/format-po';
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGES } from '../lib/i18n';

const messagesOf = (language: string) => {
  const file = join(import.meta.dirname, language, 'messages.po');
  return parsePoFile(readFileSync(file, 'utf8')).items.map(({ msgid, msgstr }) => ({ msgid, msgstr: msgstr.join('') }));
};

/** The forms that a language has besides those of English. */
const FURTHER_FORMS: Readonly<Record<string, readonly string[]>> = { pl: ['few', 'many'] };

/** What code fills in, at each level of plurals: `name`, `<0>`, `count plural other #`; `further` forms are as `other`. */
function slots(message: CompiledMessage, further: readonly string[] = [], level = ''): string[] {
  const found = message.flatMap((token) => {
    if (token === '#' && level !== '') return ['#'];
    if (typeof token === 'string') return token.match(/<\/?\d+\/?>/g) ?? [];
    const [name, format = '', choices] = token;
    const self = `${name} ${format}`.trim();
    if (typeof choices !== 'object' || choices === null) return [self];
    const texts = choices as Record<string, CompiledMessage | undefined>;
    const added = 'one' in texts ? Object.fromEntries(further.map((form) => [form, texts['other']])) : {};
    return Object.entries({ ...added, ...texts }).flatMap(([choice, text]) => [
      `${self} ${choice}`,
      ...slots(text ?? [], further, `${self} ${choice} `),
    ]);
  });
  return found.map((slot) => level + slot).sort();
}

describe.each(LANGUAGES.filter((language) => language !== 'en'))('the catalog of "%s"', (language) => {
  const messages = messagesOf(language);

  it('translates every message', () => {
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.filter(({ msgstr }) => msgstr.trim() === '').map(({ msgid }) => msgid)).toEqual([]);
  });

  it('keeps the placeholders, tags and plurals of every message', () => {
    const broken = messages
      .filter(({ msgstr }) => msgstr !== '')
      .map(({ msgid, msgstr }) => ({
        msgid,
        wanted: slots(compileMessageOrThrow(msgid), FURTHER_FORMS[language]),
        found: slots(compileMessageOrThrow(msgstr)),
      }))
      .filter(({ wanted, found }) => wanted.join() !== found.join());
    expect(broken).toEqual([]);
  });
});
