import { describe, expect, it } from '@jest/globals';
import { otherLanguage } from './function-words.js';

const TEXTS = {
  deu: 'Alle Menschen sind frei und gleich an Wiirde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Briiderlichkeit begegnen. Die Rechnung ist von dem Amt.',
  eng: 'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood. The invoice was paid on receipt.',
  fra: 'Tous les étres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.',
  spa: 'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como estan de razon y conciencia, deben comportarse fraternalmente los unos con los otros. La factura del mes.',
};

describe('otherLanguage', () => {
  it.each(Object.entries(TEXTS))(
    'otherLanguage names the language of a text in %s that was read in another one',
    (code, text) => {
      expect(otherLanguage(text, code === 'eng' ? ['deu'] : ['eng'])).toBe(code);
    },
  );

  it.each(Object.entries(TEXTS))(
    'otherLanguage names none for a text in %s that was read in it among others',
    (code, text) => {
      expect(otherLanguage(text, ['ell', code])).toBeUndefined();
    },
  );

  it.each([
    ['deu', 'Liebe Anna,\nbitte denk an den Termin\nbeim Zahnarzt um 15 Uhr.\nIch bin ab vier zu Hause.\nMama'],
    ['deu', 'Hallo Herr Weber,\nder Schliissel liegt bei\nFrau Kern im Laden.\nSie hat bis 18 Uhr auf.\nJan'],
    ['deu', 'Quittung\nFiir die Miete im Mai\nhabe ich 450 Euro\nvon Herrn Vogel\nbar erhalten und gezahlt'],
    ['deu', 'Das Paket ist da.\nEs steht im Keller,\nweil ich nicht zu\nHause bin. Bis morgen,\nPaul'],
    ['fra', 'Bonjour Claire,\nje passe chez vous\ndemain pour la clé.\nMerci de ne pas fermer.\nJean'],
    ['spa', 'Hola Marta:\nla llave está en la\nmesa. No te olvides de\ncerrar la puerta. Gracias por todo'],
    ['eng', 'Dear Tom,\nplease water the plants\nand feed the cat. We are\nback on Monday. The key is with Sue.'],
  ])('otherLanguage names the language of a note of a few lines in %s', (code, note) => {
    expect(otherLanguage(note, [code === 'eng' ? 'deu' : 'eng'])).toBe(code);
    expect(otherLanguage(note, [code])).toBeUndefined();
  });

  it.each([
    'Schmidt & Partner\nDie Agentur\nMusterstrasse 4\n10115 Berlin\nTelefon 030 1234567\nFax 030 1234568\nwww.example.com',
    'The film "Das Boot" was shown\non Monday at the cinema\nin Berlin. It is a story of the sea.',
    'Milk 1.20\nBread 2.10\nEggs 2.40\nTotal 5.70\nCash 10.00\nChange 4.30\nThank you for your visit',
  ])('otherLanguage names none for a short text in English or without sentences: %j', (text) => {
    expect(otherLanguage(text, ['eng'])).toBeUndefined();
  });

  it.each(['nor', 'hrv', 'deu_latf'])(
    'otherLanguage names none when the text was read in %s, whose words it does not know',
    (code) => {
      expect(otherLanguage(TEXTS.deu, [code])).toBeUndefined();
      expect(otherLanguage(TEXTS.deu, ['eng', code])).toBeUndefined();
    },
  );

  it('otherLanguage names the language of a text that was read in one of another script', () => {
    expect(otherLanguage(TEXTS.deu, ['ell', 'eng'])).toBe('deu');
  });

  it('otherLanguage names none for a few words, for numbers and for nothing', () => {
    expect(otherLanguage('Die Rechnung und der Brief', ['eng'])).toBeUndefined();
    expect(otherLanguage('12 40 1999 '.repeat(50), ['eng'])).toBeUndefined();
    expect(otherLanguage('', ['eng'])).toBeUndefined();
  });

  it.each([
    [
      'deu',
      'Hallo Frau Meier, bitte die Blumen im Flur giessen und den Schluessel bei Herrn Koch abgeben. Danke und bis Montag.',
    ],
    [
      'fra',
      'Bonjour Marie, merci de passer chez le boulanger pour les croissants et de garder la monnaie dans le tiroir.',
    ],
    ['nld', 'Beste Jan, wil je de sleutel bij het raam leggen en de deur op slot doen? Ik kom van avond niet thuis.'],
    [
      'spa',
      'Hola Ana, por favor deja las llaves en la cocina y cierra la puerta del patio con el candado. Gracias por todo.',
    ],
  ])('otherLanguage names the language of a short note in %s', (code, note) => {
    expect(otherLanguage(note, [code === 'eng' ? 'deu' : 'eng'])).toBe(code);
  });

  it('otherLanguage names none for names and addresses that share words with another language', () => {
    const names =
      'Carlos de la Cruz, Maria de la Torre, Ana de la Vega, Luis Perez, Elena Ruiz, Pedro Gomez, Rosa Diaz';
    expect(otherLanguage(`Guests: ${names}`, ['eng'])).toBeUndefined();
  });

  it('otherLanguage names none for a table without sentences', () => {
    expect(otherLanguage('Pump Valve Gasket Flange Bolt Nut Washer '.repeat(10), ['eng'])).toBeUndefined();
  });
});
