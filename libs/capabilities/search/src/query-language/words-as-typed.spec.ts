import { describe, expect, it } from '@jest/globals';
import { aSearchDocument, evaluateSearch } from '@archivolt/plugin-kit/testing';
import { resolver } from '../../test/contract-archive.js';
import { findHits } from '../highlights/find-hits.js';
import { needlesOf } from '../highlights/needles.js';
import type { InterpretationOptions } from './filter-context.js';
import { interpretQuery } from './interpret-query.js';
import { loadStem, type Stem } from './stemming.js';

const now = new Date('2026-03-04T05:06:07.089Z');

/** Whether a document with this content is found, and what is marked in it. */
async function found(
  content: string,
  query: string,
  stem = NO_STEM,
  options: Partial<InterpretationOptions> = {},
): Promise<string | false> {
  const { tree, marks } = await interpretQuery(query, { now, stem, ...options }, resolver);
  const document = aSearchDocument({ id: 'a', name: 'scan', content });
  const { organizationId } = document;
  const ids = evaluateSearch([document], { organizationId, tree }, { field: 'createdAt', order: 'asc' });
  if (ids.length === 0) return false;
  return findHits(content, needlesOf(marks))
    .map(({ start, end }) => content.slice(start, end))
    .filter((text, index, all) => all.indexOf(text) === index)
    .join(' | ');
}
const NO_STEM: Stem = () => [];

describe('words as people write them', () => {
  it.each([
    ['Herr Müller', 'mueller', 'Müller'],
    ['Herr Müller', 'müller', 'Müller'],
    ['Herr Müller', 'muller', 'Müller'],
    ['Herr Mueller', 'müller', 'Mueller'],
    ['Herr Mueller', 'mueller', 'Mueller'],
    ['Herr Mueller', 'muller', 'Mueller'],
    ['Herr MUELLER', 'Müller', 'MUELLER'],
    ['Herr Müller'.normalize('NFD'), 'mueller', 'Müller'.normalize('NFD')],
    ['die Größe', 'groesse', 'Größe'],
    ['die Groesse', 'größe', 'Groesse'],
    ['die Größe', 'grosse', 'Größe'],
    ['Straße 5', 'strasse', 'Straße'],
    ['STRASSE 5', 'straße', 'STRASSE'],
    ['Sørensen', 'sorensen', 'Sørensen'],
    ['Sørensen', 'soerensen', 'Sørensen'],
    ['Soerensen', 'sørensen', 'Soerensen'],
    ['Åarhus, Århus', 'aarhus', 'Århus'],
    ['Aarhus', 'århus', 'Aarhus'],
    ['Ægir', 'aegir', 'Ægir'],
    ['Köln', 'koeln', 'Köln'],
    ['Koeln', 'köln', 'Koeln'],
  ])('the text %j is found and marked: %j, %j', async (content, query, marked) => {
    expect(await found(content, query)).toContain(marked);
  });

  it.each([
    ['neue Bauern', 'neu bauern', 'neu'],
    ['wagen', 'waage', false],
    ['Quelle', 'qulle', false],
  ])('other letters are not taken for umlauts: %j, %j', async (content, query, marked) => {
    const result = await found(content, query);
    if (marked === false) expect(result).toBe(false);
    else expect(result).toContain(marked);
  });

  it('words of languages without umlauts keep their letters', async () => {
    const spanish = 'el contrato de la casa es para usted y con su firma, hasta luego';
    expect(await found(spanish, 'lugo')).toBe(false);
    expect(await found(spanish, 'luego')).toBe('luego');
  });

  it.each([
    ['IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
    ['IBAN DE89 3704 0044 0532 0130 00', 'de893704', 'DE89 3704 0044 0532 0130 00'],
    ['IBAN DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000', 'de89370400440532013000', 'DE89'],
    ['IBAN DE89370400440532013000.', 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819', 'GB29 NWBK 6016 1331 9268 19'],
    ['GB29NWBK60161331926819', 'gb29 nwbk 6016 1331 9268 19', 'GB29NWBK60161331926819'],
    ['Tel. +49 (0)30 1234-567', '+49301234567', '49 (0)30 1234-567'],
    ['Tel. +49 (0)30 1234-567', '490301234567', '49 (0)30 1234-567'],
    ['Tel. 030/1234567', '0301234567', '030/1234567'],
    ['Tel. 0301234567', '030 1234567', '0301234567'],
    ['Tel. 0301234567', '(030) 123-4567', '0301234567'],
    ['Part AB-1234/56-C', 'ab123456c', 'AB-1234/56-C'],
    ['Part AB123456C', 'AB-1234/56-C', 'AB123456C'],
    ['Part AB123456C', 'ab 1234 56 c', 'AB123456C'],
    ['INV_2024_0012', 'inv20240012', 'INV_2024_0012'],
    ['06.11.2024', '06112024', '06.11.2024'],
    ['2024-11-06', '20241106', '2024-11-06'],
    ['20241106', '2024-11-06', '20241106'],
    ['9,90 EUR', '9.90', '9,90'],
    ['9.90 EUR', '9,90', '9.90'],
    ['1.234,56', '1234.56', '1.234,56'],
    ['1.234,56', '1,234.56', '1.234,56'],
    ['1234,56', '1.234,56', '1234,56'],
    ["1'234.56", '1234,56', "1'234.56"],
    ['1 234 567', '1234567', '1 234 567'],
    ['Sommerfeld-Krautwig', 'sommerfeldkrautwig', 'Sommerfeld-Krautwig'],
    ['Sommerfeldkrautwig', 'Sommerfeld-Krautwig', 'Sommerfeldkrautwig'],
    ['Sommerfeld-Krautwig', 'krautwig', 'Krautwig'],
    ['by e-mail', 'email', 'e-mail'],
    ['by email', 'e-mail', 'email'],
    ['by e\u2011mail', 'email', 'e\u2011mail'],
    ['COVID-19', 'covid19', 'COVID-19'],
    ['COVID19', 'covid-19', 'COVID19'],
    ['RE202400817', '202400817', 'RE202400817'],
    ['RE202400817', '2024008', 'RE202400817'],
    ['Ref. RX-48213/07', '4821307', 'RX-48213/07'],
    ['Ref. RX-48213/07', '48213/07', '48213/07'],
    ['Ref. AB12345C', '12345c', 'AB12345C'],
    ['INV-2024-000817', '817', '000817'],
    ['No. 000817', '817', '000817'],
    ['No. 817', '000817', '817'],
    ['No. AB000817', '817', 'AB000817'],
  ])('the text %j is found and marked: %j, %j', async (content, query, marked) => {
    expect(await found(content, query)).toContain(marked);
  });

  it.each([
    ['1234.56', '123456'],
    ['page 12 of 34', '1234'],
    ['e mail', 'email'],
    ['Sommerfeld-Krautwig', '"sommerfeld krautwigs"'],
    ['ab 12', 'ab12'],
    ['at 0045', '45'],
    ['06.11.2024', '6112024'],
    ['AB123', '123'],
    ['scan0001.pdf', 'scan0001pdf'],
  ])('the text %j is not found by %j', async (content, query) => {
    expect(await found(content, query)).toBe(false);
  });

  it('what is in quotes is searched as it is', async () => {
    expect(await found('Herr Mueller', '"müller"')).toContain('Mueller');
    expect(await found('Herr Müller', '"mueller"')).toBe(false);
    expect(await found('by email', '"e-mail"')).toBe(false);
    const stem = await loadStem(['english']);
    expect(await found('one invoice', 'invoices', stem)).toContain('invoic');
    expect(await found('one invoice', '"invoices"', stem)).toBe(false);
  });

  it('a stem that begins a word replaces it in the search, and both are marked', async () => {
    const stem = await loadStem(['english', 'german']);
    const { tree, marks } = await interpretQuery('invoices', { now, stem }, resolver);
    expect(tree).toEqual({ kind: 'text', words: ['invoic'], fields: ['name', 'content', 'notes'] });
    expect(needlesOf(marks).map(({ folded }) => folded)).toEqual([' invoices', ' invoic']);
  });

  it.each([
    ['die Stromrechnung vom Mai', '*rechnung', 'rechnung'],
    ['die Rechnung vom Mai', '*rechnung', 'Rechnung'],
    ['Größe', '*öße', 'öße'],
    ['Herr Hausmüller', '*mueller', 'müller'],
    ['die Stromrechnungen', '*rechnung', false],
  ])('the text %j is found by its ending: %j, %j', async (content, query, marked) => {
    expect(await found(content, query, NO_STEM, { findsEndings: true })).toBe(marked);
  });

  it('a word also finds longer ones that end so in languages that join words, and marks its part', async () => {
    const options = { findsEndings: true, joining: ['german'] as const };
    expect(await found('die Stromrechnung', 'rechnung', NO_STEM, options)).toBe('rechnung');
    expect(await found('die Stromrechnung', '"rechnung"', NO_STEM, options)).toBe(false);
    expect(await found('die Stromrechnung', 'rechnung', NO_STEM, { findsEndings: true })).toBe(false);
    expect(await found('die Stromrechnung', 'rechnung', NO_STEM, { joining: ['german'] })).toBe(false);
    expect(await found('der Vertrag', 'trag', NO_STEM, options)).toBe(false);
    const { terms } = await interpretQuery('rechnung', { now, ...options }, resolver);
    expect(terms[0]?.forms).toEqual([
      { words: ['rechnung'], weight: 16 },
      { ending: 'rechnung', weight: 4 },
    ]);
  });

  it.each([
    ['Ref. RX-48213/07', '8213', '8213'],
    ['Ref. RX-48213/07', 'reference 8213', false],
    ['card 4000 1234 5678 9010', '56789010', '5678 9010'],
    ['IBAN DE89 3704 0044 0532 0130 00', '013000', '0130 00'],
    ['account 1.234.567', '4567', '1.234.567'],
    ['Ref. RX-48213/07', '"8213"', false],
    ['Ref. RX-48213/07', '213', false],
    ['paid on 06112024', '2024', false],
    ['order 82135', '8213', '8213'],
  ])('the number in %j is found by its last digits: %j, %j', async (content, query, marked) => {
    const result = await found(content, query, NO_STEM, { findsEndings: true });
    if (marked === false) expect(result).toBe(false);
    else expect(result).toContain(marked);
  });

  it('the last digits count less than the whole number, and are not looked for where the search engine finds no endings', async () => {
    const { terms } = await interpretQuery('8213', { now, findsEndings: true }, resolver);
    expect(terms[0]?.forms).toEqual([
      { words: ['8213'], weight: 16 },
      { ending: '8213', weight: 4 },
    ]);
    expect(await found('Ref. RX-48213/07', '8213')).toBe(false);
  });

  it.each([
    ['english', 'the insurance policy', 'policies'],
    ['english', 'the insurance policies', 'policy'],
    ['english', 'one warranty', 'warrantie'],
    ['english', 'two knives', 'knife'],
    ['english', 'one knife', 'knives'],
    ['english', 'the analysis', 'analyses'],
    ['german', 'Ihre Kündigung', 'kündigungen'],
    ['german', 'Ihre Kündigung', 'kündigunge'],
    ['german', 'die Konten', 'konto'],
    ['french', 'le journal', 'journaux'],
    ['french', 'les journaux', 'journal'],
    ['spanish', 'la luz', 'luces'],
    ['spanish', 'las luces', 'luz'],
    ['portuguese', 'as ações', 'ação'],
    ['portuguese', 'a ação', 'ações'],
    ['portuguese', 'os papéis', 'papel'],
    ['dutch', 'de factuur', 'facturen'],
    ['dutch', 'de facturen', 'factuur'],
    ['dutch', 'de brief', 'brieven'],
    ['dutch', 'de brieven', 'brief'],
    ['dutch', 'het huis', 'huizen'],
    ['italian', 'la banca', 'banche'],
  ] as const)('the %s text %j is found by the other form %j', async (language, content, query) => {
    const stem = await loadStem([language]);
    expect(await found(content, query, stem)).not.toBe(false);
    expect(await found(content, query)).toBe(false);
  });

  it.each([
    ['english', 'the police', 'policies'],
    ['german', 'der Kontakt', 'konto'],
    ['dutch', 'de boomgaard', 'bommen'],
  ] as const)('the %s text %j is not found by %j, which is another word', async (language, content, query) => {
    expect(await found(content, query, await loadStem([language]))).toBe(false);
  });

  it.each([
    ['german', 'Stromrechnung', 'rechnungen'],
    ['german', 'Stromrechnungen', 'rechnung'],
    ['german', 'Mietverträge', 'vertrag'],
    ['german', 'Mietvertrag', 'verträge'],
    ['german', 'Versicherungspolice', 'policen'],
    ['dutch', 'Jaarrekening', 'rekeningen'],
    ['swedish', 'Elräkningar', 'räkning'],
  ] as const)('the %s text %j is found by the form %j of its last part', async (language, content, query) => {
    const options = { findsEndings: true, joining: [language] };
    expect(await found(content, query, await loadStem([language]), options)).not.toBe(false);
    expect(await found(content, query, NO_STEM, options)).toBe(false);
  });

  it.each(['rech*nung', '*nung*', 'name:*fo*o', '5*3', '*ung', '*024', '*b2024', '*e-mail'])(
    'the star in %j is refused with the reason',
    async (query) => {
      const { tree, explanation } = await interpretQuery(query, { now, findsEndings: true }, resolver);
      expect(tree).toEqual({ kind: 'nothing' });
      expect(explanation.notes).toMatchObject([{ code: 'star-not-supported' }]);
    },
  );

  it('the star of an ending is refused where the search engine finds none', async () => {
    const { tree, explanation } = await interpretQuery('*rechnung', { now }, resolver);
    expect(tree).toEqual({ kind: 'nothing' });
    expect(explanation.notes[0]?.message).toContain('The search engine of this archive finds no endings of words.');
  });

  it.each(['rechnung*', '"*rechnung"', 'rechnung *', '**'])('the star in %j changes nothing', async (query) => {
    const { explanation } = await interpretQuery(query, { now }, resolver);
    expect(explanation.notes.filter(({ code }) => code === 'star-not-supported')).toEqual([]);
  });
});
