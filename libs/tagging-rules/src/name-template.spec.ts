import { describe, expect, it } from '@jest/globals';
import { nameFrom, templateProblem } from './name-template.js';

const facts = { name: 'scan.pdf', day: '2024-05-06' };

describe('the template of a name', () => {
  it.each([
    ['Invoice', 'Invoice.pdf'],
    ['{date} {name}', '2024-05-06 scan.pdf'],
    ['{name} {year}/{month}/{day}', 'scan 2024/05/06.pdf'],
    ['Letter.pdf', 'Letter.pdf'],
    ['  {name}  ', 'scan.pdf'],
  ])('makes of %j the name %j, with the extension that it had', (template, expected) => {
    expect(nameFrom(template, facts)).toBe(expected);
  });

  it('leaves a name as it is that has what the template puts around it', () => {
    expect(nameFrom('{date} {name}', { ...facts, name: '2024-05-06 scan.pdf' })).toBe('2024-05-06 scan.pdf');
    expect(nameFrom('{name} ({year})', { ...facts, name: 'scan (2024).pdf' })).toBe('scan (2024).pdf');
  });

  it('makes names of at most 255 characters, and keeps the extension', () => {
    const name = nameFrom('{name} {date}', { ...facts, name: `${'é'.repeat(250)}.pdf` });
    expect(Array.from(name)).toHaveLength(255);
    expect(name.endsWith('.pdf')).toBe(true);
  });

  it('keeps what follows a dot only when it looks like an extension', () => {
    expect(nameFrom('x', { ...facts, name: 'Dr. Who' })).toBe('x');
    expect(nameFrom('x', { ...facts, name: '.env' })).toBe('x');
  });

  it('is refused with placeholders that are not known, with {name} twice, and when it would be empty', () => {
    expect(templateProblem('{sender}')).toContain('{sender}');
    expect(templateProblem('{name}{name}')).toContain('once');
    expect(templateProblem('   ')).toContain('empty');
    expect(templateProblem('{date} {name}')).toBeUndefined();
  });
});
