import { describe, expect, it } from '@jest/globals';
import { fileKindOf, typeLabel } from './file-kinds';

describe('file kinds', () => {
  it('the type of a file is named by the end of its name', () => {
    expect(typeLabel({ name: 'a.pdf', mimeType: 'application/pdf' })).toBe('PDF');
    expect(typeLabel({ name: 'scan', mimeType: 'image/png' })).toBe('PNG');
    expect(fileKindOf('application/vnd.oasis.opendocument.text')).toBe('office');
  });
});
