import { describe, expect, it } from '@jest/globals';
import type { ExtractionPlugin, OcrPlugin } from './extraction-plugins.js';
import { InstalledReaders } from './installed-readers.js';

const here = new URL('file:///nowhere.js');

function plugin(id: string, accepts: string[], more: Partial<ExtractionPlugin> & { ocr?: 'always' } = {}) {
  const { ocr, ...fields } = more;
  const declaration = { form: 'sandboxed' as const, accepts, extractor: here, ...(ocr && { ocr }) };
  return { id, version: '1.0.0', config: undefined, declaration, ...fields };
}

const engine: OcrPlugin = {
  ...{ id: 'ocr', version: '5.0.0', config: undefined },
  declaration: { form: 'sandboxed', engine: here, installedLanguages: () => Promise.resolve(['eng']) },
};
const readersOf = (plugins: ExtractionPlugin[], ocr?: OcrPlugin) => new InstalledReaders(plugins, ocr);
const DRAWING = { fileName: 'Plan.DWG', types: ['image/vnd.dwg'] };

describe('the plugins that would be asked for a file', () => {
  it('readers are named with their versions, and with that of the recognition of pages if they need it', () => {
    const readers = readersOf([plugin('b', ['image/vnd.dwg'], { ocr: 'always' }), plugin('a', ['image/*'])], engine);
    expect(readers.of(DRAWING)).toBe('a 1.0.0, b 1.0.0, ocr 5.0.0');
    expect(readers.engines).toEqual(['b 1.0.0', 'a 1.0.0']);
  });

  it('readers are those for any type that the file may have, also by its name', () => {
    const types = [{ type: 'application/x-plan', extensions: ['dwg'] }];
    const readers = readersOf([plugin('plans', ['application/x-plan'], { types }), plugin('sheets', ['text/csv'])]);
    expect(readers.of(DRAWING)).toBe('plans 1.0.0');
    expect(readers.of({ fileName: 'a.csv', types: ['application/octet-stream'] })).toBe('sheets 1.0.0');
    expect(readers.of({ fileName: 'none', types: [] })).toBe('');
  });

  it('readers are new when there was none, another version, or no recognition of pages', () => {
    const readers = readersOf([plugin('drawings', ['image/vnd.dwg'], { ocr: 'always' })], engine);
    expect(readers.haveNew(DRAWING, '')).toBe(true);
    expect(readers.haveNew(DRAWING, 'drawings 0.9.0, ocr 5.0.0')).toBe(true);
    expect(readers.haveNew(DRAWING, 'drawings 1.0.0')).toBe(true);
    expect(readers.haveNew(DRAWING, readers.of(DRAWING))).toBe(false);
  });

  it('readers are not new when one of them was removed, or nothing reads the file', () => {
    const readers = readersOf([plugin('drawings', ['image/vnd.dwg'])]);
    expect(readers.haveNew(DRAWING, 'drawings 1.0.0, other 1.0.0')).toBe(false);
    expect(readersOf([]).haveNew(DRAWING, '')).toBe(false);
  });
});
