import { describe, expect, it } from '@jest/globals';
import { addressCardText } from './address-card-text.js';

const card = (...lines: string[]): string => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
const read = (text: string, maxChars = 100_000): string => addressCardText(text, maxChars);

describe('the text of address cards', () => {
  it('address cards have names, addresses, numbers and notes, and nothing that programs write for themselves', () => {
    const text = read(
      card(
        'VERSION:4.0',
        'UID:urn:uuid:4711',
        'N:Müller;Jan;;Dr.;',
        'FN:Dr. Jan Müller',
        'ORG:Orchard Ltd;Sales',
        'item1.TEL;TYPE=work:tel:+49-221-4711',
        'EMAIL:jan@example.org',
        'ADR;TYPE=home:;;Main Street 1;Cologne;;50667;Germany',
        'NOTE:likes apples\\, and\\npears',
        'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJ',
        'X-ABLABEL:_$!<Other>!$_',
      ),
    );
    expect(text.split('\n')).toEqual([
      ...['Jan Müller Dr.', 'Dr. Jan Müller', 'Orchard Ltd, Sales', '+49-221-4711', 'jan@example.org'],
      ...['Main Street 1, Cologne, 50667, Germany', 'likes apples, and', 'pears'],
    ]);
  });

  it('a name is shown once when its parts follow', () => {
    expect(read(card('FN:Jan Müller', 'N:Müller;Jan'))).toBe('Jan Müller');
  });

  it('cards of the old version are decoded', () => {
    const lines = ['N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=4D=C3=BC=', '=6C=6C=65=72;Jan', 'TEL;HOME;VOICE:123'];
    expect(read(card('VERSION:2.1', ...lines))).toBe('Jan Müller\n123');
    const photo = ['PHOTO;JPEG;ENCODING=BASE64:', ' /9j/4AAQ', ' SkZJ', '', 'TITLE;LATIN;QUOTED-PRINTABLE:Gr=FC=DFe'];
    expect(read(card('FN:Eva', ...photo))).toBe('Eva\nGrüße');
  });

  it('the text has a paragraph for each address card', () => {
    expect(read(card('FN:Jan') + card('FN:Eva'))).toBe('Jan\n\nEva');
  });

  it('the text of address cards exceeds the limit of characters only a little', () => {
    const text = card('FN:Jan Müller').repeat(100_000);
    expect(read(text, 1000).length).toBeLessThan(3000);
  });
});
