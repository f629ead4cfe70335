import { describe, expect, it } from '@jest/globals';
import type { AppError } from '#ground/kernel';
import { parseOcrLanguages } from './ocr-languages.js';

describe('the OCR languages of an upload', () => {
  it('OCR languages may repeat the field, separate codes by commas, or be a JSON array', () => {
    expect(parseOcrLanguages(['deu, eng', 'fra', '["eng","ita"]', ''])).toEqual(['deu', 'eng', 'fra', 'ita']);
  });

  it('the error names only the first unknown codes, so that the response does not grow with them', () => {
    const codes = Array.from({ length: 2_000 }, (_, index) => index.toString(36)).join(',');
    let error: AppError | undefined;
    try {
      parseOcrLanguages([codes]);
    } catch (thrown) {
      error = thrown as AppError;
    }
    expect(error?.code).toBe('server.invalid_request.form_data');
    expect(error?.details).toHaveLength(10);
    expect(error?.details?.[0]).toEqual({
      path: 'ocrLanguages',
      message: '"0" is not a known OCR language code',
    });
  });
});
