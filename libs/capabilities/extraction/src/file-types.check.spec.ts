import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { ExtractionPlugin } from './extraction-plugins.js';
import { FileTypesCheck } from './file-types.check.js';

const aPlugin = (accepts: string[], types: ExtractionPlugin['types'] = []): ExtractionPlugin => ({
  id: 'extraction-fiction',
  version: '1.0.0',
  config: undefined,
  types,
  declaration: { form: 'sandboxed', accepts, extractor: new URL('file:///none.js') },
});

describe('the check of file types', () => {
  it('the check names the plugin and the type that no file has, and the remedy', async () => {
    const check = new FileTypesCheck([aPlugin(['application/pdf', 'application/x-fictionbook+xml'])]);
    expect(await check.run()).toEqual({
      status: 'warning',
      message:
        'extraction-fiction accepts application/x-fictionbook+xml, which the server does not detect: no file reaches it.',
      remedy: expect.stringContaining('`types` of the manifest'),
    });
  });

  it('the check succeeds when the plugin declares the type itself', async () => {
    const type = 'application/x-fictionbook+xml';
    const check = new FileTypesCheck([aPlugin([type, 'text/*'], [{ type, extensions: ['fb2'] }])]);
    expect(await check.run()).toMatchObject({ status: 'ok' });
  });
});
