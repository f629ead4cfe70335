import { describe, expect, it } from '@jest/globals';
import { nameFrom, templateProblem } from './name-template.js';

const facts = { name: 'scan.pdf', originalName: 'scan.pdf', day: '2024-05-06' };

describe('the template of a name', () => {
  it.each([
    ['Invoice', 'Invoice.pdf'],
    ['{date} {name}', '2024-05-06 scan.pdf'],
    ['{name} {year}/{month}/{day}', 'scan 2024/05/06.pdf'],
    ['Letter.pdf', 'Letter.pdf'],
    ['  {name}  ', 'scan.pdf'],
  ])('the template turns %j into %j, with the old extension', (template, expected) => {
    expect(nameFrom(template, facts)).toBe(expected);
  });

  it('the template does not change a name that already contains its text', () => {
    expect(nameFrom('{date} {name}', { ...facts, name: '2024-05-06 scan.pdf' })).toBe('2024-05-06 scan.pdf');
    expect(nameFrom('{name} ({year})', { ...facts, name: 'scan (2024).pdf' })).toBe('scan (2024).pdf');
  });

  it.each([' {date} {name}', '{name} - ', ' {name} ', '{date} {name} ', '{name}{date}'])(
    'the template %j can be applied again without a change',
    (template) => {
      for (const name of ['scan.pdf', ' ', ' scan .pdf', 'scan - .pdf', '.env', 'Invoice No.5']) {
        const once = nameFrom(template, { ...facts, name, originalName: name });
        expect(once.trim() === '' && name.trim() !== '').toBe(false);
        expect(once).not.toBe('');
        expect(nameFrom(template, { ...facts, name: once, originalName: name })).toBe(once);
      }
    },
  );

  it('the template replaces the day that it has added to a name, and no other one', () => {
    const later = { ...facts, day: '2025-01-02' };
    const renamed = (name: string, originalName = 'scan.pdf') =>
      nameFrom('{date} {name} ({year})', { ...later, name, originalName });
    expect(renamed('2024-05-06 scan (2024).pdf')).toBe('2025-01-02 scan (2025).pdf');
    expect(renamed('2024-05-06 mine (2024).pdf')).toBe('2025-01-02 2024-05-06 mine (2024) (2025).pdf');
    expect(nameFrom('{date} {name}', { ...later, name: '2019-03-04 a.pdf', originalName: '2019-03-04 a.pdf' })).toBe(
      '2025-01-02 2019-03-04 a.pdf',
    );
  });

  it('the template treats a number after the last dot as part of the name', () => {
    expect(nameFrom('{name} paid', { ...facts, name: 'Invoice No.5' })).toBe('Invoice No.5 paid');
    expect(nameFrom('{name} paid', { ...facts, name: 'music.mp3' })).toBe('music paid.mp3');
  });

  it('the template makes names of at most 255 characters, and keeps the extension', () => {
    const name = nameFrom('{name} {date}', { ...facts, name: `${'é'.repeat(250)}.pdf` });
    expect(Array.from(name)).toHaveLength(255);
    expect(name.endsWith('.pdf')).toBe(true);
  });

  it('the template keeps what follows a dot only when it looks like an extension', () => {
    expect(nameFrom('x', { ...facts, name: 'Dr. Who' })).toBe('x');
    expect(nameFrom('x', { ...facts, name: '.env' })).toBe('x');
  });

  it('a template is refused with unknown placeholders, with {name} twice, and when it would be empty', () => {
    expect(templateProblem('{sender}')).toContain('{sender}');
    expect(templateProblem('{name}{name}')).toContain('once');
    expect(templateProblem('   ')).toContain('empty');
    expect(templateProblem('{date} {name}')).toBeUndefined();
  });
});
